import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords, purchaseEventsInWords } from '../../../../test/in-words.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { checkPurchaseOrders } from '../../purchase-flow/checking/check.ts';

const own = testWeb();
const { send, check: checkAny, apply, undo, stateOf, rowsOf, errorsOf, act, work } = importing(own);
const check = (person: Person, lines: string[], header = usual) => checkAny(person, [header, ...lines].join('\n'), { entity: 3 });
const usual = 'Number,Vendor,Expected date,Warehouse,Line,SKU,Qty,Lot Number';
let ann: Person;

beforeEach(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const [warehouse] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'amware', 'amware', 'Amware', '{warehouse}') returning id`,
    [accountId],
  );
  await own.sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'KY1', 'Louisville')`, [
    accountId,
    warehouse?.id,
  ]);
  await own.sql(`insert into streams (account_id, connection_id, stream) values ($1, $2, 'asn_changes')`, [accountId, warehouse?.id]);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug'), ($1, 'CUP', 'A cup')`, [accountId]);
  await own.sql(`insert into raw_materials (account_id, sku, name) values ($1, 'BOX', 'A box')`, [accountId]);
});

/** Every purchase order with its lines, as one text each. */
const orders = async () =>
  (
    await own.sql<{ text: string }>(
      `select concat_ws(' ', source_number, status, vendor_name, expected_at::date::text, mapped_warehouse, case when deleted_at is not null then 'deleted' end,
        (select '[' || string_agg(concat_ws(' ', l.position, l.mapped_sku, l.quantity, l.lot_number), ', ' order by l.position) || ']'
          from purchase_order_lines l where l.account_id = p.account_id and l.purchase_order_id = p.id)) as text
      from purchase_orders p where account_id = $1 order by id`,
      [ann.accountId],
    )
  ).map(({ text }) => text);

/** Which rows of an import were left out, and why. */
const leftOut = async (id: number) => {
  const rows = await own.sql(
    'select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by 1',
    [id],
  );
  return outcomesInWords(rows).map(({ label, reason }) => `${label}: ${reason}`);
};

/** As the jobs of the import do. */
const checkAll = () =>
  inTenant(own.database, ann, async (tenant) => {
    const { rows } = await tenant.db
      .selectFrom('purchase_orders')
      .select('id')
      .where('account_id', '=', ann.accountId)
      .execute()
      .then((all) => ({ rows: all }));
    await checkPurchaseOrders(
      tenant,
      rows.map(({ id }) => Number(id)),
    );
  });

test('rows with one number become a purchase order with its lines, are announced, and are deleted again by an undo', async () => {
  const id = await check(ann, [
    'HK-1,Hong Kong Giftware,2030-05-14,louisville,,MUG,480,L-1',
    'HK-1,,,,,MUG,20,L-2',
    'LP-2,Lancaster,,,,BOX,60,',
    'HK-1,,,,9,CUP,5,',
  ]);
  expect([await stateOf(id), await errorsOf(ann, id), await orders()]).toEqual([expect.objectContaining({ created: 4, wrong: 0 }), [], []]);
  await apply(ann, id);
  expect(await orders()).toEqual([
    'HK-1 pending Hong Kong Giftware 2030-05-14 KY1 [9 CUP 5, 10 MUG 480 L-1, 11 MUG 20 L-2]',
    'LP-2 pending Lancaster [1 BOX 60]',
  ]);
  await checkAll();
  expect(await own.sql(`select count(*)::int as n from asns where account_id = $1`, [ann.accountId])).toEqual([{ n: 1 }]);
  expect(await own.sql(`select type from issues where account_id = $1 and closed_at is null`, [ann.accountId])).toEqual([
    { type: 'unmapped_location' },
  ]);
  await undo(ann, id);
  expect((await orders()).map((order) => order.includes('deleted'))).toEqual([true, true]);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 0 });
});

test('a new line that was pasted twice is wrong, and with another day, lot or quantity, or numbers, it is another line', async () => {
  const id = await check(ann, [
    'HK-1,,,,,MUG,480,L-1',
    'HK-1,,,,,MUG,480,L-1',
    'LP-2,,,,,MUG,480,L-1',
    'LP-2,,,,,MUG,480,L-2',
    'LP-2,,,,,MUG,20,L-1',
  ]);
  expect(await errorsOf(ann, id)).toEqual([
    '2 : belongs to a purchase order with a wrong row → row 3 mended',
    '3 sku: is also in row 2 of the same purchase order → one row for each line',
  ]);
  expect(await stateOf(id)).toMatchObject({ created: 3, wrong: 2 });
  const numbered = await check(ann, ['HK-1,,,,1,MUG,480,L-1', 'HK-1,,,,2,MUG,480,L-1']);
  expect(await stateOf(numbered)).toMatchObject({ created: 2, wrong: 0 });
  const [kept] = await own.sql('select sum(error_bytes)::int as n from import_chunks where import_id = $1', [id]);
  expect(kept?.n).toBeGreaterThanOrEqual(400);
});

test('a file changes what is there as a person would: in the preview, in the history, and back', async () => {
  await apply(ann, await check(ann, ['HK-1,Hong Kong Giftware,2030-05-14,KY1,1,MUG,480,L-1', 'HK-1,,,,2,CUP,20,']));
  await checkAll();
  const before = await orders();
  const id = await check(ann, ['HK-1,,2030-06-01,,1,MUG,500,', 'HK-1,,,,,CUP,,L-7', 'HK-1,,,,5,BOX,3,']);
  expect(await stateOf(id)).toMatchObject({ created: 1, changed: 2, wrong: 0 });
  expect((await rowsOf(ann, id, 'u')).data[0].cells.filter(({ from }: { from: string | null }) => from !== null)).toEqual([
    { column: 'expected_date', value: '2030-06-01', from: '2030-05-14' },
    { column: 'quantity', value: '500', from: '480' },
  ]);
  await apply(ann, id);
  expect(await orders()).toEqual(['HK-1 pending Hong Kong Giftware 2030-06-01 KY1 [1 MUG 500 L-1, 2 CUP 20 L-7, 5 BOX 3]']);
  const [event] = purchaseEventsInWords(
    await own.sql(`select sentence from purchase_order_events where account_id = $1 order by id desc limit 1`, [ann.accountId]),
  );
  expect(event?.sentence).toContain('changed the quantity of MUG from 480 to 500');
  const again = await check(ann, ['HK-1,,2030-06-01,,1,MUG,500,', 'HK-1,,,,5,BOX,3,']);
  expect(await stateOf(again)).toMatchObject({ unchanged: 2, created: 0, changed: 0 });
  await undo(ann, id);
  expect(await orders()).toEqual(before);
});

test('what is wrong is said with what would be right, and of a purchase order with a wrong row nothing is applied', async () => {
  await apply(ann, await check(ann, ['OLD,Acme,,KY1,1,MUG,10,', 'OLD,,,,2,MUG,4,', 'SAME,Acme,,,1,CUP,1,']));
  await own.sql(`insert into purchase_orders (account_id, source_number, vendor_name) values ($1, 'SAME', 'Other')`, [ann.accountId]);
  await own.sql(`update purchase_order_lines set quantity_received = 8 where account_id = $1 and quantity = 10`, [ann.accountId]);
  const id = await check(ann, [
    ...['NEW-1,Acme,,,,MUG,5,', 'NEW-1,,,,,TEAPOT,5,', 'NEW-2,Acme,2030-05-14,,,MUG,,', 'NEW-3,Acme,14/05/2030,Leeds,,MUG,5,'],
    ...['OLD,,,,,MUG,6,', 'OLD,,,,1,MUG,7,', 'OLD,Else,,,2,MUG,4,', 'OLD,,,,1,CUP,4,', 'SAME,,,,,CUP,5,'],
    ...['NEW-4,Acme,,,1,MUG,5,', 'NEW-4,Else,,,1,MUG,5,', 'NEW-5,Acme,,,,,5,', 'GOOD,Acme,,,,CUP,5,', 'NEW-6,Acme,,,,CUP,-5,'],
  ]);
  const errors = await errorsOf(ann, id);
  expect(errors).toEqual([
    '2 : belongs to a purchase order with a wrong row → row 3 mended',
    '3 sku: is neither a product nor a raw material → a SKU of the warehouse',
    '4 quantity: is missing → a whole number, as 24',
    '5 mapped_warehouse: is not a warehouse → a warehouse, as KY1',
    '5 expected_date: is not a day → a day with its year first, as 2030-05-14',
    '6 sku: is on several lines → the number of one of them in the column Line',
    '7 quantity: is less than the 8 that have come → at least 8',
    '8 vendor_name: cannot be changed → Acme',
    '9 sku: is not the SKU of line 1 → MUG',
    '10 source_number: is the number of several purchase orders → the Crossdock number of one of them beside it',
    '11 : belongs to a purchase order with a wrong row → row 12 mended',
    '12 vendor_name: differs from row 11 of the same purchase order → Acme',
    '12 line: is also in row 11 of the same purchase order → one row for each line',
    '13 sku: is missing → a SKU',
    '15 quantity: must not be negative → a whole number, as 24',
  ]);
  await apply(ann, id);
  expect((await orders()).at(-1)).toBe('GOOD pending Acme [1 CUP 5]');
});

test('our own number tells two of one number apart; what has ended, is locked or was deleted is left alone', async () => {
  await apply(ann, await check(ann, ['A,Acme,,,1,MUG,1,', 'B,Acme,,,1,MUG,1,', 'C,Acme,,,1,MUG,1,']));
  await own.sql(`update purchase_orders set status = 'closed_out', closed_at = now() where account_id = $1 and source_number = 'A'`, [
    ann.accountId,
  ]);
  await own.sql(`update purchase_orders set locked = true where account_id = $1 and source_number = 'B'`, [ann.accountId]);
  await own.sql(`update purchase_orders set deleted_at = now() where account_id = $1 and source_number = 'C'`, [ann.accountId]);
  const [second] = await own.sql<{ po_number: string }>(
    `insert into purchase_orders (account_id, source_number, vendor_name) values ($1, 'B', 'Acme') returning po_number`,
    [ann.accountId],
  );
  const header = 'Number,Crossdock number,Vendor,SKU,Qty';
  const id = await check(
    ann,
    ['A,,,MUG,2', `B,${second?.po_number},,CUP,2`, 'C,,Acme,MUG,1', `Z,${second?.po_number},,CUP,2`, 'Z,PO-999999,,CUP,2'],
    header,
  );
  expect(await errorsOf(ann, id)).toEqual([
    '2 source_number: is closed out, so that nothing can be changed → the purchase order as it is',
    '3 : belongs to a purchase order with a wrong row → row 5 mended',
    `5 source_number: is not the number of ${second?.po_number} → B`,
    '6 po_number: does not exist → the number of a purchase order, or nothing',
  ]);
  const good = await check(ann, [`B,${second?.po_number},,CUP,2`, 'C,,Acme,MUG,1'], header);
  await apply(ann, good);
  expect((await orders()).slice(3)).toEqual(['B pending Acme [1 CUP 2]', 'C pending Acme [1 MUG 1]']);
  const [locked] = await own.sql<{ po_number: string }>(`select po_number from purchase_orders where locked and account_id = $1`, [
    ann.accountId,
  ]);
  expect(await errorsOf(ann, await check(ann, [`B,${locked?.po_number},,MUG,2`], header))).toEqual([
    '2 source_number: is locked → the purchase order as it is, or unlocked',
  ]);
});

test('what may not be changed since the check is left out and listed; what changed since the import is not undone', async () => {
  await apply(ann, await check(ann, ['A,Acme,,,1,MUG,10,', 'B,Acme,,,1,MUG,10,']));
  const id = await check(ann, ['A,,,,1,MUG,11,', 'B,,,,1,MUG,11,', 'NEW,Acme,,,,MUG,1,']);
  await own.sql(`update purchase_orders set status = 'hold', on_hold = true where account_id = $1 and source_number = 'B'`, [
    ann.accountId,
  ]);
  await apply(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 2, kept: 1 });
  expect((await leftOut(id))[0]).toMatch(/^PO-\d+ MUG: .* can be edited.$/);
  expect(await orders()).toEqual(['A pending Acme [1 MUG 11]', 'B hold Acme [1 MUG 10]', 'NEW pending Acme [1 MUG 1]']);
  const good = await check(ann, ['A,,,,1,MUG,12,']);
  await apply(ann, good);
  await own.as(ann, {
    method: 'PUT',
    url: `/purchase-orders/${(await own.sql<{ id: string }>(`select id from purchase_orders where source_number = 'A' and account_id = $1`, [ann.accountId]))[0]?.id}`,
    payload: { note: 'mine' },
  });
  await undo(ann, good);
  expect([await stateOf(good), (await orders())[0]]).toEqual([
    expect.objectContaining({ state: 'undone', kept: 1 }),
    'A pending Acme [1 MUG 12]',
  ]);
});

test('what a colleague made, changed or deleted since the check stays as it is, and none is made in part', async () => {
  await apply(
    ann,
    await check(ann, ['CHANGED,Acme,,,1,MUG,10,', 'CHANGED,,,,2,CUP,10,', 'DELETED,Acme,,,1,MUG,10,', 'DELETED,,,,2,CUP,10,']),
  );
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'JAR', 'A jar')`, [ann.accountId]);
  const lines = ['CHANGED,,,,1,MUG,11,', 'CHANGED,,,,2,CUP,10,', 'DELETED,,,,1,MUG,11,', 'DELETED,,,,2,CUP,10,'];
  const [twice, id] = [
    await check(ann, ['TWICE,Acme,,,,MUG,10,', 'TWICE,,,,,CUP,10,']),
    await check(ann, [
      ...lines,
      'TWICE,Acme,,,,MUG,10,',
      'TWICE,,,,,CUP,10,',
      'ITEM,Acme,,,,JAR,1,',
      'ITEM,,,,,CUP,1,',
      'NEW,Acme,,,,CUP,1,',
    ]),
  ];
  await apply(ann, twice);
  const idOf = async (number: string) =>
    Number((await own.sql('select id from purchase_orders where account_id = $1 and source_number = $2', [ann.accountId, number]))[0]?.id);
  const [changed, deleted] = [await idOf('CHANGED'), await idOf('DELETED')];
  const saved = await own.as(ann, { method: 'PUT', url: `/purchase-orders/${changed}`, payload: { note: 'mine' } });
  const gone = await own.as(ann, { method: 'DELETE', url: `/purchase-orders/${deleted}` });
  expect([saved.statusCode, gone.statusCode]).toEqual([200, 200]);
  await own.sql(`delete from products where account_id = $1 and sku = 'JAR'`, [ann.accountId]);
  await apply(ann, id);
  expect(await orders()).toEqual([
    'CHANGED pending Acme [1 MUG 10, 2 CUP 10]',
    'DELETED pending Acme deleted [1 MUG 10, 2 CUP 10]',
    'TWICE pending Acme [1 MUG 10, 2 CUP 10]',
    'NEW pending Acme [1 CUP 1]',
  ]);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 1, kept: 6 });
  const made = 'It was created after the file was checked.';
  const [number] = await own.sql(`select po_number from purchase_orders where source_number = 'TWICE' and account_id = $1`, [
    ann.accountId,
  ]);
  expect(await leftOut(id)).toEqual([
    'DELETED MUG: It was deleted after the file was checked.',
    'ITEM CUP: JAR is neither a product nor a raw material of the warehouse.',
    'ITEM JAR: JAR is neither a product nor a raw material of the warehouse.',
    `PO-${changed} MUG: It was changed after the file was checked.`,
    `${number?.po_number} CUP: ${made}`,
    `${number?.po_number} MUG: ${made}`,
  ]);
});

test('purchase orders that lie across the batches of an import are made whole, and another account’s are never met', async () => {
  const lines = Array.from({ length: 10_050 }, (_, at) => `N-${Math.floor(at / 30)},Acme,,,,${at % 2 ? 'MUG' : 'CUP'},${1 + (at % 30)},`);
  const id = await check(ann, lines);
  expect(await stateOf(id)).toMatchObject({ created: 10_050, wrong: 0 });
  await apply(ann, id);
  const [counted] = await own.sql(
    `select count(*)::int as orders, min(lines)::int as least, max(lines)::int as most, sum(units)::int as units from (
      select count(*) as lines, sum(quantity) as units from purchase_order_lines where account_id = $1 group by purchase_order_id) as counted`,
    [ann.accountId],
  );
  expect(counted).toEqual({ orders: 335, least: 30, most: 30, units: 335 * 465 });
  const bea = await own.person(await own.account('Other'));
  expect(await errorsOf(bea, await check(bea, ['N-1,Acme,,,,MUG,5,']))).toEqual([
    '2 sku: is neither a product nor a raw material → a SKU of the warehouse',
  ]);
  expect((await act(bea, id, 'undo')).statusCode).toBe(404);
});

test('the sample file can be imported as it is, but for the goods it names', async () => {
  const sample = (await own.as(ann, { url: '/api/upload-csv/sample/3' })).body;
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG-BLUE', 'A blue mug')`, [ann.accountId]);
  const reply = await send(ann, sample, { entity: 3 });
  await work(ann, reply.json().importId);
  expect(await stateOf(reply.json().importId)).toMatchObject({ created: 1, wrong: 0 });
});
