import type { Role, SignedIn } from '../../platform/signed-in.ts';
import { type SessionCookie, sessionSeconds } from './cookie.ts';
import type { Directory } from './directory.ts';

/** Finds the session of a request. Cached for a few seconds, so that a page with ten calls reads it once. */
export type Sessions = {
  cookie: SessionCookie;
  /** The session of a Cookie header; null when signed out, expired, or without an account. */
  find: (cookieHeader: string | undefined) => Promise<SignedIn | null>;
  /** The Set-Cookie header when the session was extended since the last call; usually null. */
  renewal: (cookieHeader: string | undefined) => string | null;
  /** Call when a session ended or changed: drops it from the cache and closes its open streams. */
  end: (token: string) => void;
  /** Calls `listener` when this header's session ends in this process. */
  onEnd: (cookieHeader: string | undefined, listener: () => void) => () => void;
};

/** How long another process may still accept a session that was ended here, in ms. */
const cachedMs = 5_000;
const mostCached = 10_000;
/** A session in use is extended, at most once in this time. */
const renewedAfterSeconds = 24 * 60 * 60;

export function openSessions(directory: Directory, cookie: SessionCookie, now: () => number = Date.now): Sessions {
  const cache = new Map<string, { until: number; found: Promise<SignedIn | null> }>();
  const lengthened = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();

  const readSession = (token: string) => {
    if (cache.size >= mostCached) cache.clear();
    if (lengthened.size >= mostCached) lengthened.clear();
    const found = signedInBy(directory, token, () => lengthened.add(token));
    cache.set(token, { until: now() + cachedMs, found });
    found.catch(() => cache.delete(token));
    return found;
  };
  return {
    cookie,
    async find(header) {
      const token = cookie.read(header);
      if (token === null) return null;
      const known = cache.get(token);
      return known && known.until > now() ? known.found : readSession(token);
    },
    renewal(header) {
      const token = lengthened.size > 0 ? cookie.read(header) : null;
      return token !== null && lengthened.delete(token) ? cookie.set(token) : null;
    },
    end(token) {
      cache.delete(token);
      lengthened.delete(token);
      for (const listener of listeners.get(token) ?? []) listener();
    },
    onEnd(header, listener) {
      const token = cookie.read(header) ?? '';
      const those = listeners.get(token) ?? new Set();
      listeners.set(token, those.add(listener));
      return () => {
        those.delete(listener);
        if (those.size === 0 && listeners.get(token) === those) listeners.delete(token);
      };
    },
  };
}

type Row = {
  user_id: number;
  account_id: number;
  own_account_id: number;
  is_super: boolean;
  role: Exclude<Role, 'super'>;
  name: string;
  email: string;
  timezone: string;
  account_name: string;
  aged: boolean;
};

/** A person's own account is the first they joined; a super admin may act as another. */
const statement = `
  select u.id as user_id, a.id as account_id, m.account_id as own_account_id, u.is_super, m.role, u.name, u.email, a.timezone, a.name as account_name,
    s.expires_at < now() + make_interval(secs => $2) as aged
  from sessions s
  join users u on u.id = s.user_id
  join lateral (select account_id, role from members where members.user_id = u.id order by account_id limit 1) m on true
  join accounts a on a.id = case when u.is_super then coalesce(s.acting_account_id, m.account_id) else m.account_id end
  where s.token = $1 and s.expires_at > now()`;

async function signedInBy(directory: Directory, token: string, onLonger: () => void): Promise<SignedIn | null> {
  const [row] = await directory.query<Row>(statement, [token, sessionSeconds - renewedAfterSeconds], 'session');
  if (!row) return null;
  if (row.aged) {
    await directory.query('update sessions set expires_at = now() + make_interval(secs => $2), updated_at = now() where token = $1', [
      token,
      sessionSeconds,
    ]);
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
