import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { instant, text } from '../../../../platform/endpoint.ts';
import { invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { nouns } from '../../../base/nouns.ts';
import { itemSearch } from '../../../nouns/products/search/find.ts';
import { readStock, type Stock } from '../../v1/products/read.ts';
import { fromOutside, outside } from '../outside.ts';
import { tool } from '../tool.ts';

const most = 25;

const product = z.object({
  ...{ id: z.number(), sku: outside, name: outside },
  on_hand: z.number().nullable().meta({ description: 'Null: the warehouse has not counted it yet' }),
  on_hold: z.number().nullable(),
  available: z.number().nullable().meta({ description: 'What the warehouse has not given to orders' }),
  promised: z.number().meta({ description: 'What orders here are promised' }),
  counted_at: instant.nullable(),
  page: z.url(),
});

export const lookUpStockTool = tool({
  name: 'look_up_stock',
  title: 'Look up stock',
  description: 'Says what is on hand, available and promised of products, by their whole SKUs or by words of their names.',
  scope: 'read_stock',
  input: z.strictObject({
    skus: z.array(text(200).min(1)).min(1).max(most).optional(),
    words: text(200).min(1).optional().meta({ description: 'Instead of SKUs' }),
  }),
  output: z.object({ products: z.array(product), more: z.boolean().meta({ description: 'There are others with these words' }) }),
  async run(caller, { skus, words }) {
    if ((skus === undefined) === (words === undefined)) throw invalid({ skus: ['Name SKUs or words, and not both.'] });
    return caller.reading(async (tenant) => {
      const { ids, more } = skus ? { ids: await idsOf(tenant, skus), more: false } : await found(tenant, words ?? '');
      const [stock, names] = await Promise.all([readStock(tenant, ids), namesOf(tenant, ids)]);
      return { products: stock.map((each) => summaryOf(each, names, caller.linkTo)), more };
    });
  },
});

const summaryOf = (
  { sku, ...figures }: Stock,
  names: ReadonlyMap<number, string>,
  linkTo: (path: string) => string,
): z.input<typeof product> => ({
  ...{ ...figures, sku: fromOutside(sku), name: fromOutside(names.get(figures.id) ?? '') },
  page: linkTo(nouns.products.pathOf(figures.id)),
});

async function found(tenant: Tenant, words: string): Promise<{ ids: number[]; more: boolean }> {
  const { hits, more } = await itemSearch('products').find(tenant, words, most);
  return { ids: hits.map(({ id }) => id), more };
}

async function idsOf(tenant: Tenant, skus: readonly string[]): Promise<number[]> {
  const { rows } = await sql<Columns<'products', 'id'>>`
    select id from products where ${inAccount(tenant)} and sku_key = any(array(select lower(wanted) from unnest(${skus}::text[]) as wanted))
    order by sku_key limit 100`.execute(tenant.db);
  return rows.map(({ id }) => id);
}

async function namesOf(tenant: Tenant, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<Columns<'products', 'id' | 'name'>>`
    select id, name from products where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
