import type { Result } from './result.ts';

/**
 * A token that signs requests in until `expiresAt`. `keep` is what the next grant needs, as a refresh token that the vendor
 * rotates; left out, what was kept before stays. `keepEndsAt`: when what is kept dies if it is not used before.
 */
export type Grant = { token: string; expiresAt: Date; keep?: string; keepEndsAt?: Date };

/** Asks the vendor for a token. `kept` is what the last grant left; null for the first, and when that was refused. */
export type GrantToken = (kept: string | null) => Promise<Result<Grant>>;

/**
 * Where tokens are kept, sealed and shared by every process. Only one caller at a time asks the vendor; the others wait for
 * what it gets. What is kept is stored before its predecessor is dropped.
 */
export type TokenStore = {
  /** The token in force, or a new one when it ends soon or is the one that was refused (`stale`). `key` names the credential. */
  token: (key: string, stale: string | null, grant: GrantToken, now: Date) => Promise<Result<Grant>>;
};

/** A token that ends within a minute is renewed before it is used. */
export const isFresh = ({ expiresAt }: Pick<Grant, 'expiresAt'>, now: Date) => expiresAt.getTime() - now.getTime() > 60_000;

/** Keeps tokens in this process alone: for tests. `first`: what is kept before the first grant. */
export function memoryTokens(first: string | null = null): TokenStore {
  const grants = new Map<string, Grant>();
  const pending = new Map<string, Promise<Result<Grant>>>();
  return {
    async token(key, stale, grant, now) {
      const kept = grants.get(key);
      if (kept && kept.token !== stale && isFresh(kept, now)) return { ok: true, value: kept };
      const granted = pending.get(key) ?? grant(kept ? (kept.keep ?? null) : first).finally(() => pending.delete(key));
      pending.set(key, granted);
      const result = await granted;
      if (result.ok) grants.set(key, { ...(kept?.keep === undefined ? {} : { keep: kept.keep }), ...result.value });
      return result;
    },
  };
}
