import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '../../../../platform/migrate.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { doneOrLockWait } from '../../../../test/lock-waits.ts';
import { addConnection } from '../../../../test/shop/rows.ts';

const own = testDatabase();

/** A product, and listings by their SKUs: those that `linked` names are linked to it. */
async function sold(linked: string[]) {
  const { accountId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId);
  const [product] = await own.sql<{ id: string }>(`insert into products (account_id, sku, name) values ($1, 'CUP', 'A cup') returning id`, [
    accountId,
  ]);
  const id = Number(product?.id);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id)
     select $1, $2, sku, case when sku = any($4::text[]) then $3::bigint end from unnest('{A,B}'::text[]) as sku`,
    [accountId, connectionId, id, linked],
  );
  const change = (sku: string, to: number | null) => (tenant: Tenant) =>
    sql`update connector_products set product_id = ${to} where account_id = ${accountId} and connector_product_sku = ${sku}`.execute(
      tenant.db,
    );
  return {
    actor: { accountId, userId: null },
    ...{ link: (sku: string) => change(sku, id), unlink: (sku: string) => change(sku, null) },
    isMarked: async () => (await own.sql<{ is_linked: boolean }>('select is_linked from products where id = $1', [id]))[0]?.is_linked,
  };
}

type Sold = Awaited<ReturnType<typeof sold>>;

test.each([
  ['both links end', ['A', 'B'], ({ unlink }: Sold) => [unlink('A'), unlink('B')] as const, false],
  ['one link ends and another is made', ['A'], ({ unlink, link }: Sold) => [unlink('A'), link('B')] as const, true],
  ['one link is made and another ends', ['A'], ({ unlink, link }: Sold) => [link('B'), unlink('A')] as const, true],
])('a product is marked as linked exactly where it is, also when %s at once', async (_what, linked, both, marked) => {
  const cup = await sold(linked);
  expect(await cup.isMarked()).toBe(true);
  const [first, second] = both(cup);
  let other: Promise<unknown> | undefined;
  await inTenant(own.database, cup.actor, async (tenant) => {
    await first(tenant);
    other ??= inTenant(own.database, cup.actor, second);
    // The other is done, or waits for this one.
    await doneOrLockWait(own, other);
  });
  await other;
  expect(await cup.isMarked()).toBe(marked);
});

test('a listing that keeps its product locks no product, as when its channel was told of stock', async () => {
  const { actor } = await sold(['A']);
  await inTenant(own.database, actor, async (tenant) => {
    await sql`select from products where account_id = ${actor.accountId} for no key update`.execute(tenant.db);
    await inTenant(own.database, actor, ({ db }) =>
      sql`update connector_products set stock_sent = 5 where account_id = ${actor.accountId} and connector_product_sku = 'A'`.execute(db),
    );
  });
});

test('a mark that was left wrong is put right by the migration for it, in every account', async () => {
  const cups = [await sold(['A']), await sold([])];
  await own.sql('update products set is_linked = not is_linked');
  const name = '0048_marks_on_nodes.sql';
  await own.sql('delete from migrations where name = $1', [name]);
  expect(await migrate(own.url)).toEqual([name]);
  expect(await Promise.all(cups.map((cup) => cup.isMarked()))).toEqual([true, false]);
});
