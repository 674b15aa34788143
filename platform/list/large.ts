import type { Tenant } from '../tenant.ts';
import { type ListSource, rowsIn } from './source.ts';

/**
 * Lists that had more rows than are counted, by what they list, and until when that is taken for granted: walking through ten
 * thousand entries of an index, only to find that there are more, is most of what a page costs. Words that too many rows have, too.
 */
const until = new Map<string, number>();
const trustedMs = 60_000;
const mostRemembered = 5_000;

export type ListKey = string;

/** Tells lists apart: whose it is, from which table, and what its scope demands. */
export function keyOf(tenant: Tenant, source: ListSource): ListKey {
  const { sql, parameters } = rowsIn(tenant, source).compile(tenant.db);
  return JSON.stringify([sql, parameters]);
}

/** Whether the list had too many rows to count within the last minute. Whoever relies on it forgets it when a page comes short. */
export const isKnownLarge = (key: ListKey): boolean => (until.get(key) ?? 0) > Date.now();

export function rememberSize(key: ListKey, isLarge: boolean): void {
  if (!isLarge) return void until.delete(key);
  if (until.size >= mostRemembered) until.clear();
  until.set(key, Date.now() + trustedMs);
}
