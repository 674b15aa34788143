import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords, purchaseEventsInWords } from '../../../../test/in-words.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';
import { savePurchaseOrder } from '../actions/edit.ts';

// What a file changes of purchase orders that are there already, many in one statement: as a person would each, and back.

const own = testWeb();
const { check: checkAny, apply, undo, stateOf } = importing(own);
const header = 'Number,Crossdock number,Expected date,Warehouse,Note,Line,SKU,Qty,Lot Number,Delivery date';
const check = (lines: string[]) => checkAny(ann, [header, ...lines].join('\n'), { entity: 3 });
let ann: Person;
let sourceId = 0;
let warehouseId = 0;

beforeEach(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const [source, warehouse] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities)
     values ($1, 'netsuite', 'netsuite', 'NetSuite', '{purchaseOrders}'), ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id`,
    [accountId],
  );
  [sourceId, warehouseId] = [Number(source?.id), Number(warehouse?.id)];
  await own.sql(
    `insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'KY1', 'Louisville'), ($1, $2, 'NV1', 'Reno')`,
    [...[accountId, warehouseId]],
  );
  await own.sql(`insert into streams (account_id, connection_id, stream) values ($1, $2, 'asn_changes')`, [accountId, warehouseId]);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug'), ($1, 'CUP', 'A cup')`, [accountId]);
});

/** A purchase order of a source, with ten mugs and ten cups, of which nobody has edited anything. */
async function ordered(number: string): Promise<number> {
  const [row] = await own.sql<{ id: string }>(
    `insert into purchase_orders (account_id, connection_id, remote_id, source_number, vendor_name, mapped_warehouse, expected_at)
     values ($1, $2, $3, $3, 'Acme', 'KY1', '2030-05-14 16:20:07.5Z') returning id`,
    [ann.accountId, sourceId, number],
  );
  const id = Number(row?.id);
  await own.sql(
    `insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity)
     values ($1, $2, 1, '1', 'MUG', 'A mug', 10), ($1, $2, 2, '2', 'CUP', 'A cup', 10)`,
    [ann.accountId, id],
  );
  await inTenant(own.database, ann, (tenant) => checkPurchaseOrders(tenant, [id]));
  return id;
}

/** Which rows of an import were left out, and why. */
const leftOut = async (id: number) => {
  const rows = await own.sql(
    'select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by 1',
    [id],
  );
  return outcomesInWords(rows).map(({ label, reason }) => `${label}: ${reason}`);
};

/** All that an import may change of a purchase order, and that its undo gives back. */
const stored = async (id: number) =>
  (
    await own.sql(
      `select p.status, p.mapped_warehouse, p.expected_at, p.note, p.carrier, p.freight_number, p.edited_fields, p.units_ordered, p.open_issues,
        (select json_agg(json_build_array(l.position, l.sku, l.quantity, l.source_quantity, l.lot_number, l.expected_at, l.over_accepted) order by l.id)
          from purchase_order_lines l where l.account_id = p.account_id and l.purchase_order_id = p.id) as lines
      from purchase_orders p where p.account_id = $1 and p.id = $2`,
      [ann.accountId, id],
    )
  )[0];

const all = <T>(ids: number[], each: (id: number) => Promise<T>) => Promise.all(ids.map(each));

test('many are changed together, each with its own entries, and undone to what each was, with what is its source’s', async () => {
  const ids = [await ordered('A'), await ordered('B'), await ordered('C')];
  const before = await all(ids, stored);
  const id = await check([
    'C,,2030-06-01,NV1,Ring,1,MUG,12,L-1,',
    'A,,,,,2,CUP,7,,2030-07-01',
    'C,,,,,7,MUG,1,,',
    'B,,,,Ring,,,,,',
    'A,,,,,,,,,',
  ]);
  expect(await stateOf(id)).toMatchObject({ created: 1, changed: 3, unchanged: 1, wrong: 0 });
  await apply(ann, id);
  expect(await all(ids, stored)).toMatchObject([
    { mapped_warehouse: 'KY1', note: null, edited_fields: [], units_ordered: 17 },
    { mapped_warehouse: 'KY1', note: 'Ring', edited_fields: ['note'], units_ordered: 20 },
    {
      mapped_warehouse: 'NV1',
      note: 'Ring',
      units_ordered: 23,
      lines: [
        [1, 'MUG', 12, 10, 'L-1', null, 0],
        [2, 'CUP', 10, null, null, null, 0],
        [7, 'MUG', 1, null, null, null, 0],
      ],
    },
  ]);
  const entries = await own.sql(
    `select p.source_number, e.sentence, a.verb, a.user_id::int, a.changes from purchase_orders p
      join purchase_order_events e on e.purchase_order_id = p.id and e.kind = 'edited' and e.user_id = $2
      join audit_entries a on a.record_id = p.id and a.noun = 'purchase order' and a.record_name = p.po_number
    where p.account_id = $1 order by p.id`,
    [ann.accountId, ann.userId],
  );
  expect(purchaseEventsInWords(entries)).toEqual([
    expect.objectContaining({
      source_number: 'A',
      sentence: 'Changed the quantity of CUP from 10 to 7; set the delivery date of CUP to Jul 1, 2030.',
    }),
    expect.objectContaining({ source_number: 'B', verb: 'edited', user_id: ann.userId, changes: { note: { from: null, to: 'Ring' } } }),
    expect.objectContaining({
      source_number: 'C',
      sentence:
        'Changed the mapped location from KY1 to NV1; set the note to “Ring”; changed the expected date from May 14, 2030 to Jun 1, 2030; changed the quantity of MUG from 10 to 12; set the lot of MUG to L-1; added 1 of MUG (line 7).',
    }),
  ]);
  await undo(ann, id);
  expect([await stateOf(id), await all(ids, stored)]).toEqual([expect.objectContaining({ state: 'undone', kept: 0 }), before]);
});

test('the warehouse is told anew of those that it expects', async () => {
  const ids = [await ordered('A'), await ordered('B')];
  await own.sql(`update asns set state = 'announced', remote_id = reference, digest = 'old' where account_id = $1`, [ann.accountId]);
  await own.sql(`update outbox set state = 'done', done_at = now() where account_id = $1`, [ann.accountId]);
  await apply(ann, await check(['B,,,,,1,MUG,12,,', 'A,,,,,1,MUG,11,,']));
  const told = await own.sql(
    `select a.purchase_order_id::int as id from outbox x join asns a on a.id = x.asn_id where x.account_id = $1 and x.kind = 'announce_change' and x.state = 'waiting' order by 1`,
    [ann.accountId],
  );
  expect(told).toEqual(ids.map((id) => ({ id })));
});

test('one that may not be changed so by now is left out and listed, and the others are changed', async () => {
  const [first, second] = [await ordered('A'), await ordered('B')];
  const bea = await own.person(ann.accountId);
  const id = await check(['A,,,,,1,MUG,11,,', 'B,,,,,1,MUG,5,,']);
  await own.sql(`update purchase_order_lines set quantity_received = 6 where account_id = $1 and purchase_order_id = $2 and position = 1`, [
    ...[ann.accountId, second],
  ]);
  await apply(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 1, kept: 1 });
  expect(await leftOut(id)).toEqual([`PO-${second} MUG: 6 of MUG have come: the line cannot be less.`]);
  const again = await check(['A,,,,,1,MUG,12,,']);
  await own.as(bea, { method: 'PATCH', url: `/api/purchase-orders/${first}/toggle-lock`, payload: { locked: true } });
  await apply(ann, again);
  expect((await leftOut(again))[0]).toMatch(
    new RegExp(`^PO-${first} MUG: .* locked this purchase order on .*\\. Unlock it before you save\\.$`),
  );
  expect([await stored(first), await stored(second)]).toMatchObject([{ units_ordered: 21 }, { units_ordered: 20 }]);
});

test('an undo leaves the one whose new line has come, says why, and takes the others back', async () => {
  const ids = [await ordered('A'), await ordered('B')];
  const before = await all(ids, stored);
  const id = await check(['A,,,,,3,MUG,4,,', 'A,,,,Ring,,,,,', 'B,,,,,3,MUG,4,,']);
  await apply(ann, id);
  await own.sql(`update purchase_order_lines set quantity_received = 1 where account_id = $1 and purchase_order_id = $2 and position = 3`, [
    ...[ann.accountId, ids[0]],
  ]);
  await undo(ann, id);
  expect([await stateOf(id), await stored(ids[1] ?? 0)]).toEqual([expect.objectContaining({ state: 'undone', kept: 1 }), before[1]]);
  expect(await stored(ids[0] ?? 0)).toMatchObject({ note: 'Ring', units_ordered: 24 });
  const left = await own.sql(`select label, reason from run_outcomes where account_id = $1 and outcome = 'skipped'`, [ann.accountId]);
  expect(outcomesInWords(left)).toEqual([{ label: `PO-${ids[0]}`, reason: '1 of MUG have come: the line cannot be removed.' }]);
});

/** A file that is checked and applied. */
async function bringIn(lines: string[]): Promise<number> {
  const id = await check(lines);
  await apply(ann, id);
  return id;
}

test('imports are undone one after the other, from the last to the first, to what was there before them', async () => {
  const ids = [await ordered('A'), await ordered('B')];
  const before = await all(ids, stored);
  const first = await bringIn(['A,,,,,1,MUG,11,,', 'B,,,,,1,MUG,11,,', 'C,,,KY1,,1,MUG,5,,']);
  const second = await bringIn(['A,,,,,1,MUG,12,,', 'A,,,,,3,CUP,4,,', 'C,,,,,1,MUG,6,,']);
  const third = await bringIn(['A,,,,Ring,,,,,']);
  for (const id of [third, second, first]) {
    await undo(ann, id);
    expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 0 });
  }
  expect(await all(ids, stored)).toEqual(before);
  const made = await own.sql(`select deleted_at from purchase_orders where account_id = $1 and source_number = 'C'`, [ann.accountId]);
  expect(made).toEqual([{ deleted_at: expect.any(Date) }]);
});

test('what somebody changed after a later import was undone stays', async () => {
  const order = await ordered('A');
  const first = await bringIn(['A,,,,,1,MUG,11,,']);
  const second = await bringIn(['A,,,,,1,MUG,12,,']);
  await undo(ann, second);
  await inTenant(own.database, ann, (tenant) => savePurchaseOrder(tenant, order, { note: 'Mine' }));
  await undo(ann, first);
  expect(await stateOf(first)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await stored(order)).toMatchObject({ note: 'Mine', units_ordered: 21 });
});

test('what an earlier import did stays while a later one stands that changed the same', async () => {
  const order = await ordered('A');
  const first = await bringIn(['A,,,,,1,MUG,11,,']);
  const second = await bringIn(['A,,,,,1,MUG,12,,']);
  await undo(ann, first);
  expect([await stateOf(first), await stored(order)]).toMatchObject([{ kept: 1 }, { units_ordered: 22 }]);
  await undo(ann, second);
  expect([await stateOf(second), await stored(order)]).toMatchObject([{ kept: 0 }, { units_ordered: 21 }]);
});

test('they are locked in the order of their ids, whatever the order of the file', async () => {
  const [first, second] = [await ordered('A'), await ordered('B')];
  const id = await check(['B,,,,,1,MUG,12,,', 'A,,,,,1,MUG,11,,']);
  const isWaiting = async () =>
    (await own.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;
  let importing: Promise<void> | undefined;
  await inTenant(own.database, ann, async (other) => {
    const lock = (order: number) =>
      other.db
        .selectFrom('purchase_orders')
        .select('id')
        .where('account_id', '=', ann.accountId)
        .where('id', '=', order)
        .forUpdate()
        .noWait()
        .execute();
    await lock(first);
    importing = apply(ann, id);
    await expect.poll(isWaiting).toBe(1);
    // It has not taken the second yet: what locks both in this order goes on.
    expect(await lock(second)).toHaveLength(1);
  });
  await importing;
  expect([await stateOf(id), (await stored(second))?.units_ordered]).toEqual([expect.objectContaining({ state: 'applied' }), 22]);
});

test('a building of a warehouse that is disconnected is refused, unless the purchase order has it already', async () => {
  const former = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, state, disconnected_at)
     values ($1, 'amware', 'former', 'Former', '{warehouse}', 'disconnected', now()) returning id`,
    [ann.accountId],
  );
  await own.sql(
    `insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'OLD', 'Oldham'), ($1, $2, 'OLD2', 'Reno')`,
    [ann.accountId, former[0]?.id],
  );
  await ordered('A');
  const there = await ordered('B');
  await own.sql(`update purchase_orders set mapped_warehouse = 'OLD' where id = $1`, [there]);
  const id = await check(['A,,,Oldham,,1,MUG,10,,', 'B,,,OLD,,1,MUG,10,,', 'C,,,Reno,,1,MUG,10,,', 'D,,,old,,1,MUG,10,,']);
  expect(await stateOf(id)).toMatchObject({ wrong: 2 });
  const wrong = await own.sql('select number, column_name, problem, expected from import_errors where import_id = $1 order by 1', [id]);
  const because = { column_name: 'mapped_warehouse', problem: { code: 'former_warehouse' } };
  const expected = { code: 'warehouse', codes: ['KY1', 'NV1'] };
  expect(wrong).toMatchObject([
    { number: 2, ...because, expected },
    { number: 5, ...because, expected },
  ]);
});
