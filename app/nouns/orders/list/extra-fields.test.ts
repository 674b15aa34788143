import { beforeAll, expect, test } from 'vitest';
import { addConnection, addOrder } from '../../../../test/shop/rows.ts';
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
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(earlier).toMatchObject({ shipping_method: 'ODD', source_shipping: null, tracking: null, units_shipped: 0 });
});
