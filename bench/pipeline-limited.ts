import { setTimeout as wait } from 'node:timers/promises';
import { startCluster } from './cluster.ts';
import type { Benchmark } from './figure.ts';
import { type Flow, startFlow, summaryOf, synced } from './flow.ts';
import { newOrder } from './wire-orders.ts';

const perWindow = 40;
const windowSeconds = 60;
const windows = 3;
/** More confirmations than the windows allow, so that there is always one to send. */
const orders = 220;

/**
 * ShipStation's real 40 requests a minute, with more to confirm than they hold. Measured from the first request of the second
 * window to the first of the fifth: three windows, which would take exactly three minutes.
 */
export const benchmark: Benchmark = {
  name: 'pipeline-limited',
  about: `ShipStation's own ${perWindow} requests a minute, ${orders} orders to confirm, about four minutes`,
  async run() {
    const cluster = await startCluster();
    const flow = await startFlow(cluster, { latencyMs: 50, lifted: false });
    try {
      await synced(cluster);
      await flow.control('POST', 'ship_station/orders', { orders: Array.from({ length: orders }, (_, number) => newOrder(number)) });
      const from = await requestNumber(flow, perWindow + 1);
      const to = await requestNumber(flow, perWindow * (windows + 1) + 1);
      const value = (windows * windowSeconds * 1000) / (to - from);
      const { shipStation } = await summaryOf(flow);
      const earned = shipStation[0]?.counters.earned429 ?? Number.NaN;
      return [
        { bench: 'pipeline-limited', metric: 'allowance_used', value, goal: '≥ 0.95' },
        { bench: 'pipeline-limited', metric: 'earned_429', value: earned, goal: '0' },
      ];
    } finally {
      await flow.stop();
      await cluster.stop();
    }
  },
};

/** When the sandbox has counted this many requests. */
async function requestNumber(flow: Flow, number: number): Promise<number> {
  const giveUp = performance.now() + (windows + 3) * windowSeconds * 1000;
  for (;;) {
    const { shipStation } = await summaryOf(flow);
    if ((shipStation[0]?.counters.requests ?? 0) >= number) return performance.now();
    if (performance.now() > giveUp) throw new Error(`Request ${number} was never made.`);
    await wait(50);
  }
}
