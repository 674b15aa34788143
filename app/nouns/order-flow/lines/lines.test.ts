import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrder } from '../../../../test/shop/rows.ts';
import { readLines } from './lines.ts';

const own = testDatabase();

test('a line that waits for stock says when the first purchase order brings more', async () => {
  const actor = await addAccount(own);
  const { accountId } = actor;
  const orderId = await addOrder(own, accountId, await addConnection(own, accountId));
  await own.sql(`delete from order_lines where account_id = $1`, [accountId]);
  await own.sql(
    `with item as (insert into products (account_id, sku, name, stock_taken_at, quantity_available) values ($1, 'MUG', 'A mug', now(), 1), ($1, 'CUP', 'A cup', now(), 9) returning id, sku)
    insert into order_lines (account_id, order_id, remote_line_id, position, sku, name, quantity, unit_price, is_charge, product_id, mapped_sku)
    select $1, $2, sku, row_number() over (order by sku), sku, sku, 5, 1, false, id, sku from item`,
    [accountId, orderId],
  );
  await own.sql(
    `with given as (
      insert into purchase_orders (account_id, source_number, status, expected_at, deleted_at)
      select $1, n, status, day::timestamptz, case when n = '4' then now() end from (values ('1', 'pending', '2030-05-14Z'), ('2', 'received', '2030-05-09Z'), ('3', 'closed_out', '2030-05-01Z'), ('4', 'pending', '2030-05-02Z'))
        as po (n, status, day) returning id)
    insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, product_id, mapped_sku, quantity_received)
    select $1, given.id, 1, 'MUG', 'A mug', 10, p.id, 'MUG', 4 from given, products p where p.account_id = $1 and p.sku = 'MUG'`,
    [accountId],
  );
  const lines = await inTenant(own.database, actor, (tenant) => readLines(tenant, orderId));
  expect(
    lines.map(({ sku, isOutOfStock, stock_expected_at }) => [sku, isOutOfStock, stock_expected_at && Date.parse(stock_expected_at)]),
  ).toEqual([
    ['CUP', false, null],
    ['MUG', true, Date.parse('2030-05-09T00:00:00Z')],
  ]);
});

test('a line that was added here shows its product’s picture from here, never one that a member named elsewhere', async () => {
  const actor = await addAccount(own);
  const { accountId } = actor;
  const orderId = await addOrder(own, accountId, await addConnection(own, accountId));
  await own.sql(`delete from order_lines where account_id = $1`, [accountId]);
  await own.sql(
    `with picture as (insert into files (account_id, key, name, content_type, bytes) values ($1, 'lines-picture', 'MUG', 'image/png', 1) returning id),
    item as (
      insert into products (account_id, sku, name, image_url, warehouse_values, fetched_address, fetched_image_id)
      select $1, sku, 'A mug', 'https://a.example/1', owned::jsonb, fetched, case when fetched is not null then picture.id end from picture,
        (values ('1-due', '{"image_url":null}', null), ('2-fetched', '{"image_url":null}', 'https://a.example/1'), ('3-warehouse', '{}', null)) as v (sku, owned, fetched)
      returning id, sku)
    insert into order_lines (account_id, order_id, remote_line_id, position, sku, name, quantity, unit_price, is_charge, product_id, mapped_sku, image_url)
    select $1, $2, kind || sku, row_number() over (order by kind, sku), sku, sku, 1, 1, false, id, sku, 'https://b.example/2' from item, unnest(array['added:', 'sold:']) as kind`,
    [accountId, orderId],
  );
  const lines = await inTenant(own.database, actor, (tenant) => readLines(tenant, orderId));
  expect(lines.map(({ imageUrl }) => imageUrl)).toEqual([
    ...[null, expect.stringMatching(/^images\/\d+$/), 'https://a.example/1'],
    ...Array.from({ length: 3 }, () => 'https://b.example/2'),
  ]);
});
