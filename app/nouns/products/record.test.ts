import { expect, test } from 'vitest';
import { reading } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addLines, addOrder, addProducts } from '../../../test/shop/rows.ts';
import { listOpenOrders } from './open-orders.ts';
import { getProduct } from './queries.ts';

const own = testDatabase();

/** MUG is in two locations, one of them empty, and is sold as TEA-MUG on one channel and as MUG on another. */
async function shop() {
  const account = await addAccount(own);
  const { accountId } = account;
  const warehouse = await addConnection(own, accountId, 'warehouse');
  const channels = [await addConnection(own, accountId), await addConnection(own, accountId)] as const;
  const products = await addProducts(own, accountId, ['MUG', 'CUP']);
  const mug = products.get('MUG') as number;
  await own.sql(`insert into warehouses (account_id, connection_id, code, name) values ($1, $2, 'KY1', 'Kentucky')`, [
    accountId,
    warehouse,
  ]);
  await own.sql(
    `insert into stock_levels (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available) values
      ($1, $2, 'MUG', 'KY1', 'A-1', 'L9', 12, 3, 2, 7), ($1, $2, 'MUG', 'NV2', 'B-2', '', 0, 0, 0, 0), ($1, $2, 'CUP', 'KY1', 'A-1', '', 1, 0, 0, 1)`,
    [accountId, warehouse],
  );
  await own.sql(
    `insert into stock_lots (account_id, connection_id, sku, warehouse, location, lot, expires_on, serials, taken_at)
      values ($1, $2, 'MUG', 'KY1', 'A-1', 'L9', '2031-03-31', '{S1,S2}', now())`,
    [accountId, warehouse],
  );
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name, product_id) values
      ($1, $2, 'TEA-MUG', 'Mug for tea', $4), ($1, $3, 'MUG', 'A mug', $4), ($1, $3, 'CUP', 'A cup', $5)`,
    [accountId, ...channels, mug, products.get('CUP')],
  );
  const read = (id: number, as = account) => reading(own.database, as, (tenant) => getProduct(tenant, id));
  return { mug, accountId, account, channel: channels[0], read };
}

test('a product shows its locations, and the channels that sell it', async () => {
  const { mug, read } = await shop();
  expect(await read(mug)).toMatchObject({
    ...{ id: mug, sku: 'MUG', name: 'A MUG', has_own_image: false, image_url: null, more_linked: 0 },
    warehouse: { name: 'amware' },
    stock: [{ warehouse: 'Kentucky', location: 'A-1', lot: 'L9', on_hand: 12, expires_on: '2031-03-31', serials: ['S1', 'S2'] }],
    linked: [
      { sku: 'MUG', name: 'A mug' },
      { sku: 'TEA-MUG', name: 'Mug for tea' },
    ],
  });
});

test('open orders of more units than a whole number holds are counted as many as it holds', async () => {
  const { mug, accountId, account, channel } = await shop();
  for (const quantity of [1_000_000, 1_000_000]) {
    const order = await addOrder(own, accountId, channel, {});
    await addLines(own, accountId, order, [{ sku: 'MUG', quantity }], new Map([['MUG', mug]]));
  }
  await own.sql('update order_lines set units_per_sale = 2000 where account_id = $1', [accountId]);
  const read = await reading(own.database, account, (tenant) => listOpenOrders(tenant, mug));
  expect(read).toMatchObject({ count: 2, units: 2_147_483_647, orders: [{ units: 2_000_000_000 }, { units: 2_000_000_000 }] });
});

test('another account’s product is not there', async () => {
  const { mug } = await shop();
  const { read } = await shop();
  expect(await read(mug)).toBeUndefined();
  expect(await read(999_999_999)).toBeUndefined();
});

test('a product shows what is expected of it, the next to come first, with its day', async () => {
  const { mug, accountId, read } = await shop();
  await own.sql(
    `with given as (
      insert into purchase_orders (account_id, source_number, status, expected_at, deleted_at)
      select $1, n, status, day::timestamptz, case when n = '5' then now() end
      from (values ('1', 'pending', '2030-05-14Z'), ('2', 'received', '2030-05-09Z'), ('3', 'closed_out', '2030-05-01Z'), ('4', 'hold', null), ('5', 'pending', '2030-05-02Z')) as po (n, status, day)
      returning id, source_number)
    insert into purchase_order_lines (account_id, purchase_order_id, position, remote_line_id, sku, name, quantity, product_id, mapped_sku, quantity_received, expected_at)
    select $1, given.id, line, line::text, 'MUG', 'A mug', 10, $2, 'MUG', case when source_number = '2' then 4 else 0 end,
      case when source_number = '1' and line = 2 then '2030-05-08Z'::timestamptz end
    from given, generate_series(1, case when source_number = '1' then 2 else 1 end) as line`,
    [accountId, mug],
  );
  const { expected } = (await read(mug)) ?? {};
  expect([expected?.units, expected?.count]).toEqual([36, 3]);
  expect(
    expected?.orders.map(({ source_number, units, expected_at }) => [source_number, units, expected_at && Date.parse(String(expected_at))]),
  ).toEqual([
    ['1', 20, Date.parse('2030-05-08T00:00:00Z')],
    ['2', 6, Date.parse('2030-05-09T00:00:00Z')],
    ['4', 10, null],
  ]);
});
