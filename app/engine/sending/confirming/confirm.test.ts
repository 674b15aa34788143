import { expect, test } from 'vitest';
import type { Confirmations } from '../../../../connectors/contract.ts';
import { confirm } from './confirm.ts';

const now = new Date('2026-11-30T12:00:00Z');
const confirmation = {
  ...{ key: '7', remoteOrderId: '1001', handle: null, carrier: 'ups', method: null, trackingNumber: '1Z1', trackingUrl: null },
  ...{ shippedAt: now, lines: [], completes: true },
};

test('a channel that says nothing of a confirmation is asked for it again, and may have it', async () => {
  const silent: Confirmations = {
    per: 'shipment',
    confirm: async () => ({ ok: true, value: [] }),
    isConfirmed: async () => ({ ok: true, value: false }),
  };
  const result = await confirm({ now: () => now }, silent, confirmation, false);
  expect(result).toMatchObject({ ok: false, failure: { kind: 'retry', at: new Date('2026-11-30T12:00:10Z'), maybeDone: true } });
});
