import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { clearErrors } from '../../purchase-orders/actions/clear-errors.ts';
import { savePurchaseOrder } from '../../purchase-orders/actions/edit.ts';
import { cancel } from '../../purchase-orders/actions/flags.ts';
import { lockPurchaseOrders } from '../lock.ts';
import { decideAnnouncement } from './decide.ts';
import { composeNotices } from './notice.ts';

// What the warehouse has where an announcement of ours belongs is ours only where SKUs and quantities agree.

const own = testDatabase();

const asns = ({ accountId }: Buyer) =>
  own.sql<{ reference: string; state: string }>('select reference, state from asns where account_id = $1 order by id', [accountId]);
const expected = ({ sandbox }: Buyer) =>
  [...sandbox.control.client().asns.rows.values()].map(({ status, body: { lines } }) =>
    [status, ...lines.map(({ sku, quantity }) => `${quantity} ${sku}`)].join(' '),
  );
const another = (buyer: Buyer, reference: string, over: { sku?: string; quantity?: number; order_numbers?: string[] } = {}) => {
  const { sku = 'CUP', quantity = 3, order_numbers = [] } = over;
  return buyer.sandbox.control.client().inbound.announce({
    ...{ reference, warehouse_id: 'KY1', order_numbers, expected_at: null, carrier: null, freight_number: null },
    lines: [{ line_reference: '1', sku, quantity, lot: null, expected_at: null }],
  }).asn;
};
const decide = async (buyer: Buyer, decision: 'take-over' | 'new-reference') => {
  const { id } = await buyer.purchase('P-1');
  await buyer.inTenant((tenant) => decideAnnouncement(tenant, id, decision));
  await buyer.flow();
};

/** Its reply was lost, and the warehouse cannot be reached since. */
async function unheard(kind: '500' | 'drop_after_accept' = '500'): Promise<Buyer & { id: number; reference: string }> {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  for (const operation of ['create_asn', 'find_asn', 'read_asn_changes'])
    buyer.sandbox.control.faults.add({ target: 'amware', operation, kind: operation === 'create_asn' ? kind : '500', probability: 1 });
  await buyer.sync();
  const [{ reference = '' } = {}] = await asns(buyer);
  return { ...buyer, reference, id: (await buyer.purchase('P-1')).id };
}

async function heardAgain(buyer: Buyer): Promise<void> {
  buyer.sandbox.control.faults.clear();
  await buyer.engine.passTime();
  await buyer.flow();
}

/** Somebody else's announcement is found under the reference of ours. */
async function confused() {
  const buyer = await unheard();
  another(buyer, buyer.reference);
  await heardAgain(buyer);
  return buyer;
}

test('another announcement under the reference of one that may have arrived is not accepted: a person sees both sides', async () => {
  const buyer = await confused();
  expect(await buyer.purchase('P-1')).toMatchObject({
    ...{ asns: ['waiting'], issues: ['found_otherwise:found'], warehouse_reference_number: null },
    sentences: [expect.stringMatching(/^Amware already has 3 × CUP, as ASN-301, where this order belongs\. Here it is 10 × MUG\. /)],
  });
  expect(expected(buyer)).toEqual(['announced 3 CUP']);
});

test('decided to be another one, the purchase order is announced under a new reference, and the other stays as it is', async () => {
  const buyer = await confused();
  await decide(buyer, 'new-reference');
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['cancelled', 'announced'], issues: [] });
  expect(expected(buyer)).toEqual(['announced 3 CUP', 'announced 10 MUG']);
  await expect(decide(buyer, 'new-reference')).rejects.toMatchObject({ status: 409, code: 'nothing_to_decide' });
});

test('decided to be this one, it is taken over and told what the purchase order says', async () => {
  const buyer = await confused();
  await decide(buyer, 'take-over');
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], issues: [], warehouse_reference_number: 'ASN-301' });
  expect(expected(buyer)).toEqual(['announced 10 MUG']);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }], { close: true });
  expect(await buyer.purchase('P-1')).toMatchObject({ units_received: 10, issues: [] });
});

test('cleared undecided, the error comes back once the warehouse was asked again', async () => {
  const buyer = await confused();
  await buyer.inTenant(async (tenant) => void (await clearErrors(tenant, await lockPurchaseOrders(tenant, [buyer.id]))));
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['waiting'], issues: [] });
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['waiting'], issues: ['found_otherwise:found'] });
});

test('one that was to be cancelled in the meantime ends in place of being announced', async () => {
  const buyer = await confused();
  await buyer.inTenant(async (tenant) => void (await cancel(tenant, await lockPurchaseOrders(tenant, [buyer.id]))));
  await decide(buyer, 'new-reference');
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'cancelled', asns: ['cancelled'] });
  expect(expected(buyer)).toEqual(['announced 3 CUP']);
});

test('what the warehouse has in place of a new announcement is not accepted unread', async () => {
  const buyer = await unheard();
  another(buyer, buyer.reference);
  await own.sql('update outbox set maybe_done = false where account_id = $1', [buyer.accountId]);
  buyer.sandbox.control.faults.clear();
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'read_asn_changes', kind: '500', probability: 1 });
  await buyer.engine.passTime();
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['waiting'], issues: ['found_otherwise:found'] });
});

test('the stream of announcements is not believed either', async () => {
  const buyer = await unheard();
  another(buyer, buyer.reference);
  buyer.sandbox.control.faults.clear();
  for (const operation of ['create_asn', 'find_asn'])
    buyer.sandbox.control.faults.add({ target: 'amware', operation, kind: '500', probability: 1 });
  await own.sql(`update streams set due_at = now(), failures = 0 where account_id = $1 and stream = 'asn_changes'`, [buyer.accountId]);
  await own.sql(`update connections set blocked_until = null, failures_in_a_row = 0 where account_id = $1`, [buyer.accountId]);
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['waiting'], issues: ['found_otherwise:found'] });
});

test('one that a person changed after it was sent is still ours, and the warehouse is told of the change', async () => {
  const buyer = await unheard('drop_after_accept');
  expect(expected(buyer)).toEqual(['announced 10 MUG']);
  for (const quantity of [12, 14]) {
    const { lines } = await buyer.purchase('P-1');
    await buyer.inTenant((tenant) => savePurchaseOrder(tenant, buyer.id, { lines: [{ id: lines[0]?.id ?? 0, quantity }] }));
    await buyer.sync();
  }
  await heardAgain(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], issues: [], lines: [{ quantity_announced: 14 }] });
  expect(expected(buyer)).toEqual(['announced 14 MUG']);
});

test('what the warehouse has under another reference is found by the order number and adopted with what came of it', async () => {
  const buyer = await buildBuyer(own);
  await own.sql('update connections set finds_by_number = true where id = $1', [buyer.warehouseId]);
  another(buyer, 'CD-OLD', { sku: 'MUG', quantity: 10, order_numbers: ['P-1'] });
  another(buyer, 'CD-OLDER', { order_numbers: ['P-2'] });
  for (const number of ['P-1', 'P-2', 'P-3']) buyer.buy(number);
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], issues: [], warehouse_reference_number: 'ASN-301' });
  expect(await buyer.purchase('P-2')).toMatchObject({ asns: ['waiting'], issues: ['found_otherwise:found'] });
  expect(await buyer.purchase('P-3')).toMatchObject({ asns: ['announced'], issues: [] });
  expect(expected(buyer)).toEqual(['announced 10 MUG', 'announced 3 CUP', 'announced 10 MUG']);
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 10 }], { close: true });
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['closed'], units_received: 10, issues: [] });
  const { id } = await buyer.purchase('P-2');
  await buyer.inTenant((tenant) => decideAnnouncement(tenant, id, 'new-reference'));
  await buyer.flow();
  expect(await buyer.purchase('P-2')).toMatchObject({ asns: ['cancelled', 'announced'], issues: [] });
});

test('two purchase orders of one number do not both become what the warehouse has', async () => {
  const buyer = await buildBuyer(own);
  await own.sql('update connections set finds_by_number = true where id = $1', [buyer.warehouseId]);
  another(buyer, 'CD-OLD', { sku: 'MUG', quantity: 10, order_numbers: ['P-1'] });
  buyer.buy('P-1');
  buyer.buy('P-1');
  await buyer.flow();
  const found = (await buyer.purchases()).map(({ issues, ...order }) => [order.asns, issues]);
  expect(found.filter(([, issues]) => issues?.length === 0)).toEqual(expect.arrayContaining([[['announced'], []]]));
  const adopted = (await buyer.purchases()).filter(({ warehouse_reference_number: name }) => name === 'ASN-301');
  expect(adopted).toHaveLength(1);
});

test('a reply that names another reference is looked up, and where that finds nothing a person sees it', async () => {
  const buyer = await buildBuyer(own);
  const fault = (operation: string) => buyer.sandbox.control.faults.add({ target: 'amware', operation, kind: 'another_reference' });
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'read_asn_changes', kind: '500', probability: 1 });
  fault('create_asn');
  buyer.buy('P-1');
  await buyer.sync();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['announced'], issues: [] });
  fault('create_asn');
  fault('find_asn');
  buyer.buy('P-2');
  await buyer.sync();
  expect(await buyer.purchase('P-2')).toMatchObject({ asns: ['waiting'], issues: ['found_otherwise:found'] });
  expect(expected(buyer)).toEqual(['announced 10 MUG', 'announced 10 MUG']);
});

test('tried again after its reference was refused as that of another record, it is announced under another one', async () => {
  const buyer = await unheard();
  buyer.sandbox.control.client().desk.submit({
    ...{ reference: buyer.reference, order_numbers: ['X'], method_code: 'UPSGR', warehouse_id: 'KY1', note: null, fields: {} },
    ship_to: {
      ...{ name: 'Anna', company: null, line1: '1 Road', line2: null, city: 'Austin', state: 'TX', postal_code: '78701' },
      ...{ country: 'US', phone: null, email: null },
    },
    lines: [{ line_reference: '1', sku: 'CUP', quantity: 1 }],
  });
  await heardAgain(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['rejected'], issues: ['rejected_by_warehouse:announce'] });
  await buyer.inTenant(async (tenant) => void (await clearErrors(tenant, await lockPurchaseOrders(tenant, [buyer.id]))));
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ asns: ['rejected', 'announced'], issues: [] });
});

test('lines have names that a database gives them again under other ids; what was announced before that keeps its own', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1', {
    lines: [
      { sku: 'MUG', quantity: 2 },
      { sku: 'CUP', quantity: 3 },
    ],
  });
  await buyer.flow();
  const named = () =>
    buyer.inTenant(async (tenant) => {
      const { rows } = await sql<{ id: number }>`select id from asns where account_id = ${tenant.accountId}`.execute(tenant.db);
      const [composed] = (
        await composeNotices(
          tenant,
          rows.map(({ id }) => id),
        )
      ).values();
      return composed?.notice.lines.map(({ lineReference }) => lineReference);
    });
  const before = await named();
  expect(before).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/), expect.stringMatching(/^[0-9a-f]{24}$/)]);
  expect(new Set(before).size).toBe(2);
  const { body } = [...buyer.sandbox.control.client().asns.rows.values()][0] ?? {};
  expect(body?.lines.map(({ line_reference }) => line_reference)).toEqual(before);
  const [{ columns = '' } = {}] = await own.sql<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_name = 'purchase_order_lines' and column_name <> 'id' and is_generated = 'NEVER'`,
  );
  await own.sql(`create table again as select ${columns} from purchase_order_lines where account_id = ${buyer.accountId};
    delete from purchase_order_lines where account_id = ${buyer.accountId};
    insert into purchase_order_lines (${columns}) select * from again; drop table again`);
  expect(await named()).toEqual(before);
  await own.sql('update asns set lines_by_id = true where account_id = $1', [buyer.accountId]);
  const ids = (await buyer.purchase('P-1')).lines.map(({ id }) => String(id));
  expect(await named()).toEqual(ids);
});
