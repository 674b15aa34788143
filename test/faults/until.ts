import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 100;

/** Looks until it is so, or the time is up: false then. While the database is down, it is not. */
export async function until(isSo: () => Promise<boolean>, limitMs = 120_000): Promise<boolean> {
  for (const begun = Date.now(); Date.now() - begun < limitMs; await pause(lookMs)) if (await isSo().catch(() => false)) return true;
  return false;
}
