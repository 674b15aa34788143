import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createCategory, deleteCategory } from '../../app/nouns/catalogue/categories/commands.ts';
import { changeItem, createItem, giveBack } from '../../app/nouns/catalogue/items/commands.ts';
import { orderRows } from '../../app/nouns/orders/export/file.ts';
import { applyItems } from '../../app/nouns/products/import/apply.ts';
import { copyParts } from '../../app/shared/exports/copy-parts.ts';
import { cutByIndex } from '../../app/shared/exports/cut.ts';
import type { ExportRange } from '../../app/shared/exports/export-file.ts';
import { openDatabase } from '../../platform/db.ts';
import { atOneMoment, type Tenant, withoutPerson } from '../../platform/tenant.ts';
import { type Product, startProduct } from '../faults/product.ts';
import { runRound } from '../faults/round.ts';
import { onCluster } from '../start-database.ts';
import { citusUrl, createDistributed, nextAccountElsewhere, nodesOfAccounts, type OnNodes } from './cluster.ts';

const undisturbed = { name: 'none', strike: async () => undefined };

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('the product on a distributed database, on the nodes at CITUS_URL', () => {
  let database: OnNodes | undefined;
  let accounts: Product[] = [];
  beforeAll(async () => {
    database = await createDistributed();
    const first = await startProduct(['test/faults/web.ts'], { everySeconds: 3, databaseUrl: database.url });
    accounts = [first];
    await onCluster(database.url, nextAccountElsewhere, [first.seller.accountId]);
    accounts.push(await first.beside('example.org'));
  }, 300_000);
  afterAll(async () => {
    await accounts[0]?.stop();
    await database?.drop();
  });

  test('orders of two accounts on two nodes flow from the channel to the warehouse and back, and all sides agree', async () => {
    const nodes = await onCluster(database?.url ?? '', nodesOfAccounts, [accounts.map(({ seller }) => seller.accountId)]);
    expect(new Set(nodes.map(({ node }) => node)).size).toBe(2);
    const size = { orders: 50, perSecond: 10, booked: 5, bought: 5 };
    const rounds = await Promise.all(accounts.map((account, at) => runRound(account, undisturbed, `N${at}`, size, 240_000)));
    for (const { verdict, seconds } of rounds) {
      expect(verdict, Object.values(verdict).flat().join('\n')).toEqual({ lost: [], doubled: [], false: [] });
      expect(seconds).not.toBeNull();
    }
    expect(accounts[0]?.crashes()).toBe(0);
    const numbered = await tablesNumberedByNodes(database?.url ?? '');
    expect(numbered.filter((name) => !numberedByTriggers.includes(name))).toEqual([]);
  }, 600_000);

  test('a file of orders is written from one moment, by one session, in parts', async () => {
    const open = openDatabase({ url: database?.url ?? '', connections: 2 });
    onTestFinished(() => open.close());
    const actor = { accountId: accounts[0]?.seller.accountId ?? 0, userId: null };
    const range = {
      order_status: null,
      connection_id: null,
      start_at: null,
      end_at: null,
      selection: null,
      run_id: 0,
      file_rows: 'orders',
    };
    const file = await atOneMoment(open, actor, 2, async (tenants) => {
      expect(tenants).toHaveLength(1);
      const parts = await cutByIndex(tenants[0] as Tenant, { table: 'orders', as: 'o', column: 'id', direction: 'desc' }, 20);
      expect(parts.length).toBeGreaterThan(2);
      const rows = (tenant: Tenant, part: Parameters<typeof orderRows>[2]) => orderRows(tenant, range as ExportRange, part);
      return text(Readable.from(copyParts(tenants, { rows }, parts), { objectMode: false }));
    });
    const stored = await onCluster(database?.url ?? '', 'select id from orders where account_id = $1', [actor.accountId]);
    expect(parse(file)).toHaveLength(stored.length + 1);
  });

  test('an item is created, edited, set by a file and given back to the warehouse, and a category that nothing has is deleted', async () => {
    const open = openDatabase({ url: database?.url ?? '', connections: 1 });
    onTestFinished(() => open.close());
    const account = accounts[0]?.seller.accountId ?? 0;
    const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(open, account, work);
    const id = await within((tenant) => createItem(tenant, 'products', { sku: 'JUG', ...nothing, name: 'A jug' }));
    await within((tenant) => changeItem(tenant, 'products', id, { name: 'A big jug', weight: 2 }));
    const columns = ['sku', 'name', 'weight'];
    const job = { importId: 1, group: 1, connectionId: null, columns, createCategories: false, trustsCheck: false };
    const rows = sql`select 'u' as code, null as seen, 'JUG' as sku, 'A jug of a file' as name, '3' as weight`;
    expect(await within((tenant) => applyItems('products', tenant, job, rows))).toEqual({ applied: 1, leftOut: [] });
    const mug = Number(
      (await onCluster(database?.url ?? '', `select id from products where account_id = $1 and sku = 'MUG'`, [account]))[0]?.id,
    );
    await within((tenant) => changeItem(tenant, 'products', mug, { name: 'My mug' }));
    await within((tenant) => giveBack(tenant, 'products', mug, ['name']));
    const named = 'select name from products where account_id = $1 and id = any($2::bigint[]) order by sku';
    const names = await onCluster(database?.url ?? '', named, [account, [id, mug]]);
    expect(names).toEqual([{ name: 'A jug of a file' }, { name: 'A mug' }]);
    const category = await within((tenant) => createCategory(tenant, 'products', 'Jugs'));
    expect(await within((tenant) => deleteCategory(tenant, 'products', category.id))).toBe(true);
  });
});

const empty = { upc: null, description: null, category: null, image_url: null, unit: null, weight: null };
const nothing = { ...empty, warehouse_location: null, reorder_point: null, expiry_days: null };

/** Triggers write their rows on the node, which draws their ids. Nobody sees these. */
const numberedByTriggers = ['flow_tallies', 'issue_tallies', 'order_tallies', 'purchase_order_tallies', 'words_due'];

/** The ids that a node draws begin here, so that no two draw the same. */
const firstOfNodes = 2 ** 48;

async function tablesNumberedByNodes(url: string): Promise<string[]> {
  const tables = await onCluster(
    url,
    `select c.relname as name from pg_class c join pg_dist_partition p on p.logicalrelid = c.oid
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> '' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await onCluster(url, `select 1 from ${name} where id >= ${firstOfNodes} limit 1`)).length > 0) found.push(String(name));
  return found;
}
