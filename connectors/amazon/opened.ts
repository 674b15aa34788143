import { expect } from 'vitest';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { openSession } from '../session.ts';
import { amazon } from './connector.ts';
import { type Market, marketOf, startMarket } from './edge.ts';

export const settingsAt = (origin: string, changes: Record<string, string> = {}) => ({
  ...{ api_origin: origin, seller_id: 'A2QL5Z1EXAMPLE', client_id: 'amzn1.application-oa2-client.1', client_secret: 'amzn1.oa2-cs.v1.5' },
  ...{ refresh_token: 'Atzr|IwEBIA', ...changes },
});

/** A session of a seller that a test has made, what the API was asked, and the time that it is there. */
export async function openMarket(
  changes: Partial<Market> = {},
  settings: Record<string, string> | ((origin: string) => Record<string, string>) = {},
) {
  const market = marketOf(changes);
  const edge = await startMarket(market);
  const clock = { now: new Date('2026-11-21T12:00:00Z') };
  const tokens = memoryTokens();
  const session = openSession(amazon, settingsAt(edge.origin, typeof settings === 'function' ? settings(edge.origin) : settings), {
    ...{ limitStore: memoryLimits(), tokens, sink: () => undefined, sandboxOrigin: edge.origin, now: () => clock.now },
  });
  const { orders, confirmations, inventory, listings, hints } = amazon;
  if (!orders || !confirmations || !inventory || !listings || !hints) return expect.unreachable('it is a channel');
  return {
    ...{ market, edge, clock, tokens, identify: () => amazon.identify(session), orders: orders(session) },
    ...{ hints: hints(session), confirmations: confirmations(session), inventory: inventory(session), listings: listings(session) },
  };
}
