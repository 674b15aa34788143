import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { asking, asks, decision } from '../../../../../test/shop/asking.ts';
import { vendorOrder } from '../../../../../test/shop/vendor.ts';
import { endFaults, shipAll, warehouseOrders } from '../../../../../test/shop/warehouse.ts';
import { setHold } from '../holding/hold.ts';
import { applyWarehouseStates } from '../warehouse-states.ts';

const own = testDatabase();

const cancelFails = { target: 'amware', operation: 'cancel_order', kind: '500', probability: 1 } as const;

/** The warehouse has the order, and does not say whether it cancels it. */
async function undecided() {
  const made = await asking(own);
  await made.read(vendorOrder('1'));
  made.shop.sandbox.control.faults.add(cancelFails);
  await made.read(vendorOrder('1', asks));
  expect(await made.order()).toMatchObject({ order_status: 'packing', cancel_outcome: 'pending' });
  return made;
}

test.each([
  ['accept-cancel', 'accepted', 'cancelled'],
  ['refuse-cancel', 'too_late', 'packing'],
] as const)(
  '%s by hand is told ten seconds later, and undone until then: the warehouse is asked again',
  async (action, outcome, status) => {
    const { decide, decisions, detail, order, shop, tell } = await undecided();
    await decide(action);
    expect(await order()).toMatchObject({ order_status: status });
    expect((await detail()).cancel_request).toMatchObject({ outcome, reply: null, undoable: true });
    await decide('undo-cancel-decision');
    const { cancel_request, waits_for, events } = await detail();
    expect(cancel_request).toMatchObject({ outcome: null, undoable: false });
    expect(waits_for).toBe('Waits for the warehouse to say whether it cancels the order, as Some vendor asks.');
    expect(events.at(-1)?.sentence).toBe('Asked the warehouse to cancel it, as Some vendor asks.');
    expect(await order()).toMatchObject({ order_status: 'packing', cancelled_at: null, cancel_outcome: 'pending' });
    await tell();
    expect(decisions()).toEqual([]);
    await endFaults(shop);
    await shop.flow();
    expect(await order()).toMatchObject({ order_status: 'cancelled', issues: [] });
    expect(warehouseOrders(shop)).toMatchObject([{ status: 'cancelled' }]);
    expect(decisions()).toEqual([decision('accepted')]);
  },
);

test('what is decided again after an undo is told', async () => {
  const { act, decide, decisions, detail } = await undecided();
  await decide('accept-cancel');
  await decide('undo-cancel-decision');
  await act('refuse-cancel');
  expect(decisions()).toEqual([decision('too_late')]);
  expect((await detail()).cancel_request).toMatchObject({ outcome: 'too_late', reply: 'told', undoable: false });
});

test('nothing is undone that the channel was told, or that nobody decided by hand', async () => {
  const { act, decide, detail, read } = await undecided();
  const refused = 'The channel was told already, or nothing was decided by hand: there is nothing that can be undone.';
  await expect(decide('undo-cancel-decision')).rejects.toThrow(refused);
  await act('refuse-cancel');
  await expect(decide('undo-cancel-decision')).rejects.toThrow(refused);
  expect((await detail()).cancel_request).toMatchObject({ outcome: 'too_late', reply: 'told' });
  await read(vendorOrder('2', asks));
  expect((await detail('N-2')).cancel_request).toMatchObject({ outcome: 'accepted', undoable: false });
});

test('of what left after all nothing is undone', async () => {
  const { decide, decisions, shop, tell } = await undecided();
  await decide('accept-cancel');
  await shipAll(shop);
  await expect(decide('undo-cancel-decision')).rejects.toThrow('The warehouse has gone on with this order since');
  await tell();
  expect(decisions()).toEqual([decision('accepted')]);
});

test('what else was wrong with an order that is not cancelled after all is wrong again', async () => {
  const { decide, order, shop } = await undecided();
  const { id } = await order();
  await own.sql(
    `insert into issues (account_id, order_id, type, subject, blocking, sentence) values ($1, $2, 'changed_after_release', 'kept', false, $3)`,
    [shop.accountId, id, { code: 'cancelled_after_refusal', channel: 'Some vendor' }],
  );
  await decide('accept-cancel');
  expect(await order()).toMatchObject({ order_status: 'cancelled', issues: [] });
  await decide('undo-cancel-decision');
  expect((await order()).issues).toContain('changed_after_release:kept');
});

test('what a person holds is held at the warehouse after the undo, which is asked for it again', async () => {
  const { decide, order, shop } = await undecided();
  const { id } = await order();
  shop.sandbox.control.faults.add({ target: 'amware', operation: 'hold_order', kind: '500', probability: 1 });
  await shop.inTenant((tenant) => setHold(tenant, [id], { held: true }));
  await decide('accept-cancel');
  const holds = () => own.sql(`select state from outbox where account_id = $1 and kind = 'hold'`, [shop.accountId]);
  expect(await holds()).toEqual([{ state: 'dropped' }]);
  await decide('undo-cancel-decision');
  expect(await order()).toMatchObject({ order_status: 'packing', on_hold: true });
  expect(await holds()).toEqual([{ state: 'waiting' }]);
});

test('what goes on after all is promised its stock as before, so that nobody else is sold it', async () => {
  const { decide, order } = await undecided();
  const { id } = await order();
  const promised = () => own.sql('select units, accepted_at is not null as there from reservations where order_id = $1', [id]);
  expect(await promised()).toEqual([{ units: 1, there: true }]);
  await decide('accept-cancel');
  expect(await promised()).toEqual([]);
  await decide('undo-cancel-decision');
  expect(await promised()).toEqual([{ units: 1, there: true }]);
});

test('what the warehouse says after the undo counts, though its clock has a zone of its own', async () => {
  const { decide, order, shop } = await undecided();
  await decide('accept-cancel');
  await decide('undo-cancel-decision');
  const [ours] = await own.sql<{ reference: string; provider_ref: string }>(
    'select reference, provider_ref from warehouse_orders where account_id = $1',
    [shop.accountId],
  );
  const said = {
    ...{ reference: ours?.reference ?? '', providerRef: ours?.provider_ref ?? '', status: 'cancelled' as const, held: false },
    ...{ changedAt: new Date(Date.now() - 8 * 3_600_000), orderNumbers: null, shipTo: null, lines: [] },
  };
  await shop.inTenant((tenant) => applyWarehouseStates(tenant, shop.warehouseId, [said]));
  expect(await order()).toMatchObject({ order_status: 'cancelled', cancel_outcome: 'cancelled' });
});
