import { createHash } from 'node:crypto';
import type { Column, Columns } from '../../platform/columns.ts';
import { listenersBy } from '../../platform/listeners.ts';
import type { Role, SignedIn } from '../../platform/signed-in.ts';
import { longestSessionSeconds, type SessionCookie, sessionSeconds } from './cookie.ts';
import type { Directory } from './directory.ts';

/** Finds the session of a request. Cached for a few seconds, so that a page with ten calls reads it once. */
export type Sessions = {
  cookie: SessionCookie;
  /** The session of a Cookie header; null when signed out, expired, or without an account. */
  find: (cookieHeader: string | undefined) => Promise<SignedIn | null>;
  /** The Set-Cookie header when the session was extended since the last call; usually null. */
  renewal: (cookieHeader: string | undefined) => string | null;
  /** Deletes the session of this token, in every process, and closes its open streams. */
  end: (token: string) => Promise<void>;
  /** Drops a session that ended or changed from the cache of this process, by its token's digest, and closes its open streams. */
  forget: (digest: string) => void;
  /** Calls `listener` when this header's session ends in this process. */
  onEnd: (cookieHeader: string | undefined, listener: () => void) => () => void;
};

/** How long another process may still accept a session that was ended here, in ms, when it does not hear of it. */
const cachedMs = 5_000;
const mostCached = 10_000;
/** A session in use is extended, at most once in this time. */
const renewedAfterSeconds = 24 * 60 * 60;

export function openSessions(directory: Directory, cookie: SessionCookie, now: () => number = Date.now): Sessions {
  // All by the digests of tokens.
  const cache = new Map<string, { until: number; found: Promise<SignedIn | null> }>();
  const lengthened = new Set<string>();
  const ends = listenersBy<string, void>();

  const readSession = (token: string, digest: string) => {
    if (cache.size >= mostCached) cache.clear();
    if (lengthened.size >= mostCached) lengthened.clear();
    const found = signedInBy(directory, token, () => lengthened.add(digest));
    cache.set(digest, { until: now() + cachedMs, found });
    found.catch(() => cache.delete(digest));
    return found;
  };
  const forget = (digest: string) => {
    cache.delete(digest);
    lengthened.delete(digest);
    ends.notify(digest);
  };
  return {
    cookie,
    async find(header) {
      const token = cookie.read(header);
      if (token === null) return null;
      const digest = digestOf(token);
      const known = cache.get(digest);
      return known && known.until > now() ? known.found : readSession(token, digest);
    },
    renewal(header) {
      const token = lengthened.size > 0 ? cookie.read(header) : null;
      return token !== null && lengthened.delete(digestOf(token)) ? cookie.set(token) : null;
    },
    async end(token) {
      await directory.query('delete from sessions where token = $1', [token]);
      forget(digestOf(token));
    },
    forget,
    onEnd: (header, listener) => ends.subscribe(digestOf(cookie.read(header) ?? ''), listener),
  };
}

/** What the database tells every process of a session that ended: nobody who listens learns a token. */
const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

type Row = Columns<'members', 'user_id' | 'account_id'> &
  Columns<'users', 'is_super' | 'name' | 'email'> &
  Columns<'accounts', 'timezone'> & {
    own_account_id: Column<'accounts', 'id'>;
    account_name: Column<'accounts', 'name'>;
    role: Exclude<Role, 'super'>;
    aged: boolean;
  };

/** A person's own account is the first they joined; a super admin may act as another. */
const statement = `
  select u.id as user_id, a.id as account_id, m.account_id as own_account_id, u.is_super, m.role, u.name, u.email, a.timezone, a.name as account_name,
    s.expires_at < least(now() + make_interval(secs => $2), s.created_at + make_interval(secs => $3)) as aged
  from sessions s
  join users u on u.id = s.user_id
  join lateral (select account_id, role from members where members.user_id = u.id order by account_id limit 1) m on true
  join accounts a on a.id = case when u.is_super then coalesce(s.acting_account_id, m.account_id) else m.account_id end
  where s.token = $1 and s.expires_at > now() and s.created_at > now() - make_interval(secs => $3)`;

const extension = `
  update sessions set expires_at = least(now() + make_interval(secs => $2), created_at + make_interval(secs => $3)), updated_at = now()
  where token = $1`;

async function signedInBy(directory: Directory, token: string, onLonger: () => void): Promise<SignedIn | null> {
  const [row] = await directory.query<Row>(statement, [token, sessionSeconds - renewedAfterSeconds, longestSessionSeconds], 'session');
  if (!row) return null;
  if (row.aged) {
    await directory.query(extension, [token, sessionSeconds, longestSessionSeconds]);
    onLonger();
  }
  return {
    userId: row.user_id,
    accountId: row.account_id,
    role: row.is_super ? 'super' : row.role,
    name: row.name,
    email: row.email,
    timezone: row.timezone,
    accountName: row.account_name,
    actingAs: row.account_id !== row.own_account_id,
  };
}
