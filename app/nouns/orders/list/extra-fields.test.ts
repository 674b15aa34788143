import { beforeAll, expect, test } from 'vitest';
import { addConnection, addIssues, addLines, addOrder } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { extraColumns } from '../finding/columns.ts';

const own = testWeb();
let ann: Person;
let shipped: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  const { accountId } = ann;
  const channel = await addConnection(own, accountId);
  const warehouse = await addConnection(own, accountId, 'warehouse');
  await own.sql(`insert into shipping_methods (account_id, connection_id, code, name, carrier) values ($1, $2, 'GND', 'Ground', 'UPS')`, [
    accountId,
    warehouse,
  ]);
  const [sent] = await own.sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference) values ($1, $2, 'CD-1') returning id`,
    [accountId, warehouse],
  );
  const facts = { source_ref_num: 'PO-7', source_shipping: 'ups', source_shipping_description: 'UPS Ground', shipping_code: 'GND' };
  await addOrder(own, accountId, channel, { shipping_code: 'ODD' });
  shipped = await addOrder(own, accountId, channel, { ...facts, units_shipped: 1, amware_ref_num: 'AW-1' });
  const goods = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((sku, at) => ({ sku, quantity: at + 1 }));
  await addLines(own, accountId, shipped, [...goods, { sku: 'POST', quantity: 1, is_charge: true }]);
  await own.sql(
    `insert into shipments (account_id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number, tracking_url, shipped_at)
    select $1, $2, $3, $4, 'P' || n, 'UPS', 'GND', '1Z' || n, 'https://ups.example/' || n, now() from generate_series(1, 3) as n`,
    [accountId, shipped, sent?.id, warehouse],
  );
});

test('a row has the fields of the requested columns, and no more', async () => {
  const [usual] = (await own.as(ann, { url: '/api/orders' })).json().data;
  expect(usual).not.toHaveProperty('city');
  const { data } = (await own.as(ann, { url: `/api/orders?columns=${extraColumns.join('.')}.nonsense` })).json();
  const [latest, earlier] = data;
  expect(latest).toMatchObject({
    id: shipped,
    source_ref_num: 'PO-7',
    city: 'Austin',
    state: 'TX',
    company_name: null,
    shipping_method: 'Ground',
    source_shipping: 'UPS Ground',
    amware_ref_num: 'AW-1',
    tracking: { number: '1Z1', url: 'https://ups.example/1', more: 2 },
    units_shipped: 1,
    items: { first: ['A', 'B', 'C', 'D', 'E'].map((sku, at) => ({ sku, name: `A ${sku}`, quantity: at + 1 })), more: 2 },
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(earlier).toMatchObject({
    shipping_method: 'ODD',
    source_shipping: null,
    tracking: null,
    units_shipped: 0,
    items: { first: [], more: 0 },
  });
});

test('a row names every cause for which its order waits', async () => {
  const channel = await addConnection(own, ann.accountId);
  const id = await addOrder(own, ann.accountId, channel, { order_status: 'error', open_issues: 3 });
  const facts = { order_id: id, subject: '', sentence: { code: 'no_shipping_method' } };
  await addIssues(own, ann.accountId, [
    { ...facts, type: 'unmapped_sku', subject: 'CUP', sentence: { code: 'sku_not_linked', sku: 'CUP' } },
    { ...facts, type: 'unmapped_sku', subject: 'MUG', sentence: { code: 'sku_not_linked', sku: 'MUG' } },
    { ...facts, type: 'unmapped_shipping' },
  ]);
  const [row] = (await own.as(ann, { url: '/api/orders?view=attention' })).json().data;
  expect(row).toMatchObject({
    issue: { type: 'unmapped_sku', subject: 'CUP' },
    also: [
      { type: 'unmapped_sku', subject: 'MUG' },
      { type: 'unmapped_shipping', subject: '' },
    ],
  });
});
