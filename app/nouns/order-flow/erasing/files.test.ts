import { expect, test } from 'vitest';
import { addTextFile } from '../../../../test/add-file.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectVendor, vendorOrder } from '../../../../test/shop/vendor.ts';
import { storeOrders } from '../intake/intake.ts';
import { eraseDue, watchErasures } from './due.ts';
import { searchForErased } from './search.ts';

const own = testDatabase();
const customer = { id: null, name: 'Berta Bleibtreu', email: null, phone: null };

/** A shop whose buyer is due, and a file that names them. */
async function shopWithFile() {
  const shop = await buildShop(own, { connected: false });
  const { id } = await connectVendor(shop, { erasesBuyersAfterDays: 30 });
  const at = new Date(Date.now() - 80 * 86_400_000);
  const order = vendorOrder('1', {
    state: 'shipped',
    orderedAt: at,
    modifiedAt: at,
    customer,
    shipTo: { ...vendorOrder('1').shipTo, ...customer } as never,
  });
  await shop.inTenant((tenant) => storeOrders(tenant, { connectionId: id, label: 'Some vendor', timezone: 'UTC' }, [order]));
  await own.sql(`update orders set created_at = now() - interval '90 days' where account_id = $1`, [shop.accountId]);
  const file = await shop.inTenant((tenant) =>
    addTextFile(tenant, shop.engine.files, 'items.csv', 'sku,name\nMUG,Mug for Berta Bleibtreu\n'),
  );
  const search = () => searchForErased(shop.engine, shop.accountId, new AbortController().signal);
  return { ...shop, file, search };
}

async function textOf({ engine, file }: Awaited<ReturnType<typeof shopWithFile>>): Promise<string> {
  const [row] = await own.sql<{ key: string }>('select key from files where id = $1', [file.id]);
  const content = await engine.files.store.read(row?.key ?? '');
  return content ? Buffer.concat(await content.toArray()).toString() : '';
}

/** The buyer is erased from the order; the words wait for the search. */
async function eraseOrder({ inTenant }: Awaited<ReturnType<typeof shopWithFile>>): Promise<void> {
  await inTenant(watchErasures);
  await inTenant(eraseDue);
}

test('an import that was checked and waits for a person stays as it was checked; the search waits, but not for ever', async () => {
  const shop = await shopWithFile();
  const [added] = await own.sql<{ id: string }>(
    `insert into imports (account_id, entity, state, straight, file_id, file_name, digest, format, mapping, lines)
     values ($1, 'products', 'checked', false, $2, 'items.csv', 'x', '{}', '{}', 1) returning id`,
    [shop.accountId, shop.file.id],
  );
  await own.sql(`insert into import_chunks (account_id, import_id, chunk, numbers, cells, codes) values ($1, $2, 0, '{2}', $3, 'c')`, [
    ...[shop.accountId, added?.id, ['Mug for Berta Bleibtreu']],
  ]);
  const cells = async () =>
    (await own.sql<{ cells: string[] }>('select cells from import_chunks where import_id = $1', [added?.id]))[0]?.cells;
  await eraseOrder(shop);
  expect(await shop.search()).toBe('later');
  expect(await cells()).toEqual(['Mug for Berta Bleibtreu']);
  // Nobody applies it for as long as it is kept.
  await own.sql(`update imports set created_at = now() - interval '8 days' where id = $1`, [added?.id]);
  expect(await shop.search()).toBe('searched');
  expect([await cells(), await textOf(shop)]).toEqual([['Mug for Berta Bleibtreu'], 'sku,name\nMUG,Mug for Berta Bleibtreu\n']);
});

test('an export that began while a buyer was being erased is waited for: it may have read them before', async () => {
  const shop = await shopWithFile();
  await shop.inTenant(watchErasures);
  await shop.inTenant(async (tenant) => {
    await eraseDue(tenant);
    await own.sql(
      `with run as (insert into runs (account_id, kind, subject) values ($1, 'export', '{"code": "records", "noun": "orders"}') returning id)
       insert into exports (account_id, kind, run_id) select $1, 'orders', id from run`,
      [shop.accountId],
    );
  });
  expect(await shop.search()).toBe('later');
  // One that began long after reads the order without its buyer.
  await own.sql(`update exports set created_at = now() + interval '1 hour' where account_id = $1`, [shop.accountId]);
  expect([await shop.search(), await textOf(shop)]).toEqual(['searched', expect.not.stringContaining('Bleibtreu')]);
});

test('one that was applied is searched', async () => {
  const shop = await shopWithFile();
  await own.sql(
    `insert into imports (account_id, entity, state, straight, file_id, file_name, digest, format, mapping, lines)
     values ($1, 'products', 'applied', false, $2, 'For Berta Bleibtreu.csv', 'x', '{}', '{}', 1)`,
    [shop.accountId, shop.file.id],
  );
  await eraseOrder(shop);
  expect(await shop.search()).toBe('searched');
  expect(await own.sql('select file_name from imports where account_id = $1', [shop.accountId])).toEqual([{ file_name: 'For erased.csv' }]);
});

test('a file is written anew outside of a transaction, and what is of no use is deleted', async () => {
  const shop = await shopWithFile();
  const { store } = shop.engine.files;
  const during: unknown[] = [];
  const files = {
    store: {
      ...store,
      put: async (...args: Parameters<typeof store.put>) => {
        const bytes = await store.put(...args);
        during.push(
          ...(await own.sql(`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)),
        );
        return bytes;
      },
    },
  };
  const keys = async () => {
    const found: string[] = [];
    for await (const some of store.list(String(shop.accountId), new Date(Date.now() + 60_000))) found.push(...some);
    return found;
  };
  await eraseOrder(shop);
  expect(await searchForErased({ ...shop.engine, files }, shop.accountId, new AbortController().signal)).toBe('searched');
  expect(await textOf(shop)).toBe('sku,name\nMUG,Mug for erased\n');
  expect([during, await keys()]).toEqual([[], [expect.any(String)]]);
});

test('where the row cannot be written, the old file stays and the new one goes', async () => {
  const shop = await shopWithFile();
  await eraseOrder(shop);
  await own.sql(`alter table files add constraint stays check (bytes > 30) not valid`);
  await expect(shop.search()).rejects.toThrow('stays');
  await own.sql('alter table files drop constraint stays');
  expect(await textOf(shop)).toContain('Berta Bleibtreu');
  const [row] = await own.sql<{ key: string }>('select key from files where id = $1', [shop.file.id]);
  for await (const some of shop.engine.files.store.list(String(shop.accountId), new Date(Date.now() + 60_000)))
    expect(some).toEqual([row?.key]);
});
