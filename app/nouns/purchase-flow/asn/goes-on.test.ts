import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { bringBack, remove } from '../../purchase-orders/actions/delete.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { cancel, hold, unhold } from '../../purchase-orders/actions/flags.ts';
import { type LockedPurchaseOrder, lockAlsoDeleted } from '../lock.ts';
import { recordWithdrawn } from './record.ts';

// A purchase order that goes on after the warehouse was asked to withdraw it, and did not.

const own = testDatabase();
type Act = (tenant: Parameters<typeof hold>[0], orders: LockedPurchaseOrder[]) => Promise<unknown>;

async function announced() {
  const buyer = await buildBuyer(own);
  const remoteId = buyer.buy('P-1');
  await buyer.flow();
  const { id, lines } = await buyer.purchase('P-1');
  return {
    ...{ ...buyer, id, remoteId, lineId: lines[0]?.id ?? 0 },
    act: (action: Act) => buyer.inTenant(async (tenant) => void (await action(tenant, await lockAlsoDeleted(tenant, [id])))),
    save: (edit: object) => buyer.inTenant((tenant) => savePurchaseOrder(tenant, id, edit)),
  };
}
type Announced = Awaited<ReturnType<typeof announced>>;

const asnsThere = ({ sandbox }: Buyer) => sandbox.control.client().asns;
/** How its lorry is at the warehouse: at the dock, where nothing is withdrawn, or on its way. */
const lorry = (buyer: Buyer, status: 'receiving' | 'announced') => {
  for (const asn of [...asnsThere(buyer).rows.values()]) asnsThere(buyer).change(asn.id, asn, { status });
};
const expectedThere = (buyer: Buyer) =>
  [...asnsThere(buyer).rows.values()].flatMap(({ status, body }) =>
    status === 'cancelled' ? [] : body.lines.map(({ quantity }) => quantity),
  );

/** What ends it here, and what takes that back. */
const causes: [string, (buyer: Announced) => Promise<unknown>, (buyer: Announced) => Promise<unknown>][] = [
  ['held', (buyer) => buyer.act(hold), (buyer) => buyer.act(unhold)],
  ['deleted', (buyer) => buyer.act(remove), (buyer) => buyer.act(bringBack)],
  [
    'without a line',
    (buyer) => buyer.save({ lines: [{ id: buyer.lineId, isDelete: true }] }),
    (buyer) => buyer.save({ lines: [{ id: buyer.lineId, quantity: 10 }] }),
  ],
  [
    'cancelled by its source',
    async (buyer) => buyer.change(buyer.remoteId, { status: 'C' }),
    async (buyer) => buyer.change(buyer.remoteId, { status: 'B' }),
  ],
  ['cancelled here', (buyer) => buyer.act(cancel), async () => undefined],
];

test.each(causes)(
  'one that was %s when the warehouse was asked too late has its changes told once it goes on',
  async (_what, end, goOn) => {
    const buyer = await announced();
    lorry(buyer, 'receiving');
    await end(buyer);
    await buyer.flow();
    lorry(buyer, 'announced');
    await goOn(buyer);
    await buyer.flow();
    await buyer.save({ lines: [{ id: buyer.lineId, quantity: 12 }] });
    await buyer.flow();
    expect(expectedThere(buyer)).toEqual([12]);
    expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['announced'], issues: [] });
  },
);

test.each(causes.slice(0, 4))(
  'one that was %s goes on as it was announced when the warehouse refused to withdraw it',
  async (_what, end, goOn) => {
    const buyer = await announced();
    const { rows } = asnsThere(buyer);
    const there = [...rows];
    rows.clear();
    await end(buyer);
    await buyer.flow();
    expect((await buyer.purchases())[0]?.issues).toEqual(['rejected_by_warehouse:withdraw']);
    for (const [id, asn] of there) rows.set(id, asn);
    await goOn(buyer);
    await buyer.flow();
    await buyer.save({ lines: [{ id: buyer.lineId, quantity: 12 }] });
    await buyer.flow();
    expect(expectedThere(buyer)).toEqual([12]);
    expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['announced'], issues: [] });
  },
);

test('one without a line when the warehouse refused to withdraw it goes on by itself once its source gives it lines again', async () => {
  const buyer = await announced();
  const { books } = buyer.sandbox.control.company();
  const byTheSource = async (isclosed: 'T' | 'F', quantity: number) => {
    books.patch('transactionline', { transaction: buyer.remoteId, id: 1 }, { isclosed, quantity });
    buyer.change(buyer.remoteId, {});
    await buyer.flow();
  };
  const { rows } = asnsThere(buyer);
  const there = [...rows];
  rows.clear();
  await byTheSource('T', 10);
  expect(await buyer.purchase('P-1')).toMatchObject({ issues: ['rejected_by_warehouse:withdraw'] });
  for (const [id, asn] of there) rows.set(id, asn);
  await byTheSource('F', 12);
  expect(expectedThere(buyer)).toEqual([12]);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['announced'], issues: [] });
});

test('a late reply to a withdrawal says nothing of what was announced anew since', async () => {
  const buyer = await announced();
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'cancel_asn', kind: 'drop_after_accept', probability: 1 });
  await buyer.act(hold);
  await buyer.flow();
  expect((await buyer.purchase('P-1')).asns).toEqual(['cancelled']);
  buyer.sandbox.control.faults.clear();
  await buyer.act(unhold);
  await buyer.engine.passTime();
  await buyer.flow();
  expect(await own.sql(`select kind, state from outbox where account_id = $1 order by id`, [buyer.accountId])).toEqual([
    { kind: 'announce', state: 'done' },
    { kind: 'withdraw', state: 'dropped' },
    { kind: 'announce', state: 'done' },
  ]);
  // What was on its way then replies all the same.
  const [asn] = await own.sql<{ id: string }>('select id from asns where account_id = $1 order by id', [buyer.accountId]);
  await buyer.inTenant((tenant) => recordWithdrawn(tenant, Number(asn?.id), 'cancelled'));
  const order = await buyer.purchase('P-1');
  expect(order).toMatchObject({ asns: ['cancelled', 'announced'], lines: [{ quantity_announced: 10 }] });
  expect(order.warehouse_reference_number).not.toBeNull();
});

test.each(['waits', 'was refused'])('one is announced anew after it was withdrawn while a change of it %s', async (change) => {
  const buyer = await announced();
  const { faults } = buyer.sandbox.control;
  faults.add({ target: 'amware', operation: 'replace_asn', kind: '500', probability: 1 });
  await buyer.save({ lines: [{ id: buyer.lineId, quantity: 12 }] });
  await buyer.engine.runJobs();
  if (change === 'was refused') {
    await own.sql(`update outbox set state = 'failed' where account_id = $1 and kind = 'announce_change'`, [buyer.accountId]);
    await own.sql(
      `insert into issues (account_id, purchase_order_id, connection_id, type, subject, sentence)
       values ($1, $2, $3, 'rejected_by_warehouse', 'announce_change',
         '{"code": "warehouse_refused", "connection": "Amware", "task": "announce_change", "reason": "No."}')`,
      [buyer.accountId, buyer.id, buyer.warehouseId],
    );
  }
  await buyer.act(hold);
  await buyer.engine.runJobs();
  expect((await buyer.purchase('P-1')).asns).toEqual(['cancelled']);
  faults.clear();
  await buyer.engine.passTime();
  await buyer.flow();
  await buyer.act(unhold);
  await buyer.flow();
  expect(expectedThere(buyer)).toEqual([12]);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['cancelled', 'announced'], issues: [] });
});
