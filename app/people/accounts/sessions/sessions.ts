import { createHash } from 'node:crypto';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { listenersBy } from '../../../../platform/listeners.ts';
import type { Role, SignedIn } from '../../../../platform/signed-in.ts';
import type { Directory } from '../people/directory.ts';
import { newToken } from '../people.ts';
import { longestSessionSeconds, type SessionCookie, sessionSeconds } from './cookie.ts';
import type { Uses } from './uses.ts';

/** Finds the session of a request. Cached for a few seconds, so that a page with ten calls reads it once. */
export type Sessions = {
  cookie: SessionCookie;
  /** The session of a Cookie header; null when signed out, expired, or without an account. */
  find: (cookieHeader: string | undefined) => Promise<SignedIn | null>;
  /** Whose account it was when it was last read, without reading it; null when it is not known here. */
  accountOf: (cookieHeader: string | undefined) => number | null;
  /** When that session ends unless it is used or ended before, in ms since 1970; null when there is none. */
  endsAt: (cookieHeader: string | undefined) => Promise<number | null>;
  /** Reads that session anew at its next use: what is known of the person has changed. */
  reread: (cookieHeader: string | undefined) => void;
  /** The same of all sessions: nobody knows which of them have ended or changed. */
  rereadAll: () => void;
  /** Whether its person has given their password in that browser within the last half hour. Read anew each time. */
  isConfirmed: (cookieHeader: string | undefined) => Promise<boolean>;
  /**
   * The person has just given their password again: the session goes on under a new token. Returns its Set-Cookie header.
   * @throws Refusal 401
   */
  confirm: (cookieHeader: string | undefined) => Promise<string>;
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

/** For how long a password counts that was given in a browser. */
const confirmedSeconds = 30 * 60;

type Lookup = { session: SignedIn; endsAt: number } | null;
/** `strictSupers`: super admins must have two-factor sign-in. */
type Options = { strictSupers?: boolean; now?: () => number };

export function openSessions(
  directory: Directory,
  uses: Pick<Uses, 'note'>,
  cookie: SessionCookie,
  { strictSupers = false, now = Date.now }: Options = {},
): Sessions {
  // All by the digests of tokens.
  const cache = new Map<string, { until: number; found: Promise<Lookup> }>();
  const lengthened = new Set<string>();
  const accounts = new Map<string, number>();
  const ends = listenersBy<string, void>();

  const readSession = (token: string, digest: string) => {
    if (cache.size >= mostCached) cache.clear();
    if (lengthened.size >= mostCached) lengthened.clear();
    if (accounts.size >= mostCached) accounts.clear();
    const found = signedInBy(directory, uses, { token, strictSupers, now: now(), onLonger: () => lengthened.add(digest) });
    const cached = { until: now() + cachedMs, found };
    cache.set(digest, cached);
    found.then(
      (session) => {
        if (!session) return;
        cached.until = Math.min(cached.until, session.endsAt);
        accounts.set(digest, session.session.accountId);
      },
      () => cache.delete(digest),
    );
    return found;
  };
  const find = async (header: string | undefined) => {
    const token = cookie.read(header);
    if (token === null) return null;
    const digest = digestOf(token);
    const entry = cache.get(digest);
    return entry && entry.until > now() ? entry.found : readSession(token, digest);
  };
  const forget = (digest: string) => {
    cache.delete(digest);
    lengthened.delete(digest);
    accounts.delete(digest);
    ends.notify(digest);
  };
  return {
    cookie,
    find: async (header) => (await find(header))?.session ?? null,
    accountOf: (header) => accounts.get(digestOf(cookie.read(header) ?? '')) ?? null,
    endsAt: async (header) => (await find(header))?.endsAt ?? null,
    reread: (header) => void cache.delete(digestOf(cookie.read(header) ?? '')),
    rereadAll: () => cache.clear(),
    async isConfirmed(header) {
      const rows = await directory.query('select from sessions where token = $1 and confirmed_at > now() - make_interval(secs => $2)', [
        cookie.read(header),
        confirmedSeconds,
      ]);
      return rows.length > 0;
    },
    async confirm(header) {
      const [token, next] = [cookie.read(header) ?? '', newToken()];
      const confirmed = await directory.query('update sessions set token = $2, confirmed_at = now() where token = $1 returning id', [
        token,
        next,
      ]);
      // Confirmed twice at once, the browser has its new cookie by the other reply.
      if (confirmed.length === 0) throw refuse(401, 'signed_out', 'You are signed out, or have confirmed this already. Reload the page.');
      forget(digestOf(token));
      return cookie.set(next);
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
  Columns<'users', 'name' | 'email' | 'is_super'> &
  Columns<'accounts', 'timezone' | 'date_style' | 'page_size'> & {
    own_account_id: Column<'accounts', 'id'>;
    account_name: Column<'accounts', 'name'>;
    role: Exclude<Role, 'super'>;
    needs_two_factor: boolean;
    seconds_left: number;
    session_id: Column<'sessions', 'id'>;
    aged: boolean;
  };

/** A person's own account is the first they joined; a super admin may act as another. */
const statement = `
  select s.id as session_id, u.id as user_id, a.id as account_id, m.account_id as own_account_id, u.is_super, m.role, u.name, u.email,
    a.timezone, a.date_style, a.page_size, a.name as account_name,
    (own.two_factor_required or (u.is_super and $4)) and not u.two_factor_enabled as needs_two_factor,
    extract(epoch from t.ends_at - now())::float as seconds_left,
    s.expires_at < least(now() + make_interval(secs => $2), t.last) as aged
  from sessions s
  join users u on u.id = s.user_id
  cross join lateral (select s.created_at + make_interval(secs => $3) as last, least(s.expires_at, s.created_at + make_interval(secs => $3))
    as ends_at) t
  join lateral (select account_id, role from members where members.user_id = u.id order by account_id limit 1) m on true
  join accounts own on own.id = m.account_id
  join accounts a on a.id = case when u.is_super then coalesce(s.acting_account_id, m.account_id) else m.account_id end
  where s.token = $1 and t.ends_at > now() and (a.suspended_at is null or u.is_super)`;

type Reading = { token: string; strictSupers: boolean; now: number; onLonger: () => void };

async function signedInBy(
  directory: Directory,
  uses: Pick<Uses, 'note'>,
  { token, strictSupers, now, onLonger }: Reading,
): Promise<Lookup> {
  const times = [sessionSeconds - renewedAfterSeconds, longestSessionSeconds];
  const [row] = await directory.query<Row>(statement, [token, ...times, strictSupers], 'session');
  if (!row) return null;
  if (uses.note({ sessionId: row.session_id, userId: row.user_id, isExtended: row.aged })) onLonger();
  return { session: sessionOf(row), endsAt: now + row.seconds_left * 1_000 };
}

const sessionOf = (row: Row): SignedIn => ({
  sessionId: row.session_id,
  userId: row.user_id,
  accountId: row.account_id,
  role: row.is_super ? 'super' : row.role,
  name: row.name,
  email: row.email,
  timezone: row.timezone,
  dateStyle: row.date_style,
  pageSize: row.page_size,
  accountName: row.account_name,
  actingAs: row.account_id !== row.own_account_id,
  needsTwoFactor: row.needs_two_factor,
});
