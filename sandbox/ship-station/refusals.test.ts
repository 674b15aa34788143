import { expect, onTestFinished, test } from 'vitest';
import { memoryLimits } from '../../connectors/http/limits.ts';
import { memoryTokens } from '../../connectors/http/tokens.ts';
import { openSession } from '../../connectors/session.ts';
import { shipStation } from '../../connectors/ship-station/connector.ts';
import { wordedWith } from '../../test/worded.ts';
import type { FaultKind } from '../faults.ts';
import { startSandbox } from '../sandbox.ts';

/** The connector at a sandbox that has one order, and refuses in this way. */
async function refusing(kind: FaultKind, operation?: string) {
  const { origin, control, stop } = await startSandbox({ catalogue: 'empty', limits: { shipStation: null, amware: null } });
  onTestFinished(stop);
  control.seller().add([{ orderNumber: 'N1', items: [{ sku: 'MUG', quantity: 1 }] }]);
  const fault = control.faults.add({ target: 'ship_station', kind, probability: 1, ...(operation ? { operation } : {}) });
  const settings = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` };
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: origin };
  const session = openSession(shipStation, settings, context);
  const orders = shipStation.orders?.(session) ?? expect.unreachable();
  const confirmations = shipStation.confirmations?.(session) ?? expect.unreachable();
  return { orders, confirmations, identify: () => shipStation.identify(session), end: () => control.faults.clear(fault.id), control };
}

const confirmation = {
  ...{ key: 'shipment-1', remoteOrderId: '5000000001', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z' },
  ...{ trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [], completes: true },
};

test('a refusal that comes as 500 is one, with its reason, and is not tried again', async () => {
  const { orders, confirmations } = await refusing('refused_as_500');
  const refusal = { ok: false, failure: { kind: 'rejected', reason: wordedWith('This order can no longer be changed') } };
  expect(await confirmations.confirm([confirmation])).toMatchObject(refusal);
  expect(await orders.hold?.('5000000001', new Date(), true)).toMatchObject(refusal);
});

test('a 500 to a read is an outage, whatever it says', async () => {
  const { orders } = await refusing('refused_as_500', 'get_order');
  expect(await orders.get('5000000001')).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: false } });
});

test('a hold that is refused with 200 is not held', async () => {
  const { orders, control } = await refusing('refused_as_200', 'hold');
  expect(await orders.hold?.('5000000001', new Date(), true)).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: wordedWith('The order is not awaiting shipment') },
  });
  expect(control.state().shipStation[0]?.orders[0]?.status).toBe('awaiting_shipment');
});

test('a lapsed plan needs a person, and says so', async () => {
  const { identify, end } = await refusing('plan_lapsed');
  expect(await identify()).toMatchObject({ ok: false, failure: { kind: 'reconnect', reason: wordedWith('plan has lapsed') } });
  end();
  expect(await identify()).toMatchObject({ ok: true });
});
