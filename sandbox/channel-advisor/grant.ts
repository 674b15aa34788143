import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Table } from '../journal.ts';

const tokenLivesS = 3600;
const unusedForMs = 90 * 24 * 3_600_000;

type Kept = { expiresAt: number };

/** A seller's grant: a refresh token that lives while it is used, and access tokens of an hour. */
export type Grant = {
  /** A new access token for the refresh token, or null when that is wrong, revoked or was not used for three months. */
  issue: (refreshToken: string) => { access_token: string; token_type: 'bearer'; expires_in: number } | null;
  isGood: (accessToken: string) => boolean;
  /** Ends every access token at once, as an outage of sign-in does; the refresh token stays good. */
  expire: () => void;
  /** The seller takes the access back. */
  revoke: () => void;
};

export function createGrant(table: Table<Kept>, refreshToken: string, clock: Clock): Grant {
  const refreshKey = `refresh:${refreshToken}`;
  if (!table.rows.has(refreshKey)) table.put(refreshKey, { expiresAt: clock.now() + unusedForMs });
  const expire = () => {
    for (const key of [...table.rows.keys()]) if (key !== refreshKey) table.remove(key);
  };
  return {
    issue: (given) => {
      const kept = table.rows.get(refreshKey);
      if (given !== refreshToken || !kept || kept.expiresAt <= clock.now()) return null;
      for (const [key, { expiresAt }] of table.rows) if (expiresAt <= clock.now()) table.remove(key);
      table.patch(refreshKey, { expiresAt: clock.now() + unusedForMs });
      const access_token = randomBytes(24).toString('base64url');
      table.put(access_token, { expiresAt: clock.now() + tokenLivesS * 1000 });
      return { access_token, token_type: 'bearer', expires_in: tokenLivesS };
    },
    isGood: (accessToken) => !accessToken.startsWith('refresh:') && (table.rows.get(accessToken)?.expiresAt ?? 0) > clock.now(),
    expire,
    revoke: () => {
      expire();
      table.patch(refreshKey, { expiresAt: 0 });
    },
  };
}
