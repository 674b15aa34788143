import { afterEach, beforeEach, expect } from 'vitest';
import type { Warehouse } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { shipBob } from './connector.ts';
import { variant } from './samples.ts';

type Replies = Record<string, EdgeReply | ((request: EdgeRequest) => EdgeReply)>;

export const now = new Date('2026-11-21T12:00:00Z');

/** For tests: ShipBob with a reply for each call, as `GET order`, which a test sets. It has every SKU, and one method. */
export function scripted() {
  let edge: Edge;
  const replies: Replies = {};
  beforeEach(async () => {
    for (const name of Object.keys(replies)) delete replies[name];
    Object.assign(replies, usual);
    edge = await startEdge((request) => {
      const reply = replies[nameOf(request)] ?? { status: 404, json: {} };
      return typeof reply === 'function' ? reply(request) : reply;
    });
  });
  afterEach(() => edge.stop());

  const session = (clock: Date | (() => Date) = now) =>
    openSession(
      shipBob,
      { token: 'pat', api_origin: edge.origin, channel_id: '100102' },
      {
        ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: edge.origin },
        now: typeof clock === 'function' ? clock : () => clock,
      },
    );
  return {
    ...{ replies, session },
    warehouse: (clock?: Parameters<typeof session>[0]): Warehouse =>
      shipBob.warehouse?.(session(clock)) ?? expect.unreachable('ShipBob is a warehouse'),
    requests: () => edge.requests,
    asked: () => edge.requests.map(nameOf),
  };
}

const nameOf = ({ method, path }: EdgeRequest) => `${method} ${path.replace('/2026-07/', '')}`;
export const asProduct = (sku: string) => ({ name: sku, variants: [variant({ sku })] });

const usual: Replies = {
  'GET shipping-method': {
    json: [
      { name: 'Standard', active: true },
      { name: 'Old', active: false },
    ],
  },
  'GET product': ({ query }) => ({ json: { items: (query.get('SKU') ?? '').replace('any:', '').split(',').map(asProduct), next: null } }),
};
