import type { LimitStore } from '../../../../connectors/http/limits.ts';
import { calls, lastSuccess, limitWaits } from '../../../../platform/metrics/registry.ts';

/** Counts a call that ended, by its connector. `outcome`: ok, or the kind of the failure. */
export function countCall(connector: string, outcome: string): void {
  calls.inc({ connector, outcome });
  if (outcome === 'ok') lastSuccess.setToCurrentTime({ connector });
}

/** The same limits; how long they let requests wait is counted. */
export const withWaitsCounted = (store: LimitStore, connector: string): LimitStore => ({
  ...store,
  async take(claims, now, slot) {
    const turn = await store.take(claims, now, slot);
    if (!turn.granted) limitWaits.inc({ connector }, Math.max(0, turn.at.getTime() - now.getTime()) / 1_000);
    return turn;
  },
});
