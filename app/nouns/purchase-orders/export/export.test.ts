import { beforeAll, expect, test } from 'vitest';
import { exporting } from '../../../../test/exports.ts';
import { importing } from '../../../../test/imports.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb({ longestWaitMs: 0 });
const { check, stateOf, errorsOf } = importing(own);
const { exportedBy } = exporting(own);
let ann: Person;
let bea: Person;

/** Purchase orders that a file has to survive: awkward texts, one number twice, one without lines, ended ones, lines that are odd. */
beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
  const [source] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities) values ($1, 'netsuite', 'netsuite', '=NetSuite', '{purchaseOrders}') returning id`,
    [ann.accountId],
  );
  await own.sql(
    `insert into purchase_orders (account_id, connection_id, remote_id, source_number, vendor_name, vendor_number, status, expected_at, mapped_warehouse, note, archived_at, deleted_at)
    select $1, case when n > 2 then $2::bigint end, case when n > 2 then n end, number, vendor, nullif(id, ''), status, '2030-05-14T03:00Z'::timestamptz, 'GONE', note,
      case when shelf = 'archived' then now() end, case when shelf = 'deleted' then now() end
    from (values (1, 'TWICE', 'Acme', '', 'pending', null, ''), (2, 'TWICE', 'Other', 'V-1', 'hold', null, ''), (3, '1.23E+12', '=Vendor', '-1', 'pending', E'two\\nlines, "quoted"', ''),
      (4, ' 0042 ', ' Spaced ', '', 'closed_out', '@note', ''), (5, 'ARCH', '', '', 'cancelled', null, 'archived'), (6, 'GONE', 'Acme', '', 'pending', null, 'deleted')) as given (n, number, vendor, id, status, note, shelf)`,
    [ann.accountId, source?.id],
  );
  await own.sql(
    `insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity, lot_number, expected_at, quantity_received)
    select p.account_id, p.id, position, remote, sku, 'A name', quantity, lot, '2030-05-01T00:00Z'::timestamptz, 0 from purchase_orders p, (values
      (1, '1', 'MUG', 5, null), (2, '2', 'MUG', 6, 'L-1'), (2, null, '=CUP', 1, '-L'), (3, '3', 'NOWHERE', 0, null), (4, '4', 'MINUS', -2, null)) as given (position, remote, sku, quantity, lot)
    where p.account_id = $1 and source_number <> 'ARCH'`,
    [ann.accountId],
  );
  await own.sql(`insert into purchase_orders (account_id, source_number, vendor_name) values ($1, 'HERS', 'Acme')`, [bea.accountId]);
});

const exported = (body: object, person = ann) => exportedBy(person, '/api/purchase-orders/export', body);

test('what is exported is safe to open in a spreadsheet, and imported again it changes nothing', async () => {
  const text = await exported({});
  expect(text.split('\r\n')[0]?.split('\n')[0]).toMatch(/^\ufeff?source_number,po_number,source,status,/);
  expect(text.split(/[,\r\n"]+/).filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  const id = await check(ann, text, { entity: 3 });
  expect([await errorsOf(ann, id), await stateOf(id)]).toEqual([
    [],
    expect.objectContaining({ created: 0, changed: 0, wrong: 0, unchanged: 20 }),
  ]);
  const archived = await check(ann, await exported({ view: 'archived' }), { entity: 3 });
  expect(await stateOf(archived)).toMatchObject({ created: 0, changed: 0, wrong: 0, unchanged: 1 });
});

test('of packs the file has what came as the source counts it, those that are complete, and how many units one is', async () => {
  const cut = `update purchase_order_lines set quantity_received = $2, quantity_processed = $2, units_per_sale = $3 where account_id = $1 and sku = 'NOWHERE'`;
  await own.sql(cut, [ann.accountId, 15, 6]);
  expect(await exported({})).toMatch(/,NOWHERE,A name,,0,,2030-\d\d-\d\d,2,2,6,no,/);
  await own.sql(cut, [ann.accountId, 0, 1]);
});

test('the filters of the list and ticked rows narrow it; nobody gets another account’s', async () => {
  const numbers = (text: string) => [...new Set([...text.matchAll(/^\ufeff?([^",\n]*),PO-\d+,/gm)].map(([, number]) => number))];
  expect(numbers(await exported({ status: 'hold' }))).toEqual(['TWICE']);
  expect(numbers(await exported({ source: 'netsuite', vendor: ' Spaced ' }))).toEqual([]);
  const [order] = await own.sql<{ id: string }>(`select id from purchase_orders where source_number = 'ARCH'`);
  expect(numbers(await exported({ ordersIds: [Number(order?.id)] }))).toEqual(['ARCH']);
  const [hers] = await own.sql<{ id: string }>(`select id from purchase_orders where source_number = 'HERS'`);
  const post = (payload: object) => own.as(ann, { method: 'POST', url: '/api/purchase-orders/export', payload });
  expect((await post({ ordersIds: [Number(hers?.id)] })).statusCode).toBe(404);
  expect((await post({ colour: 'blue' })).statusCode).toBe(422);
  expect(numbers(await exported({}, bea))).toEqual(['HERS']);
});
