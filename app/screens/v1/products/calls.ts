import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { id, text } from '../../../../platform/endpoint.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { hasTag } from '../../../shared/tags/filter.ts';
import { found, list, readRecord, reads, readV1 } from '../call.ts';
import { type Paged, paged, pageOfIds, row, withFields } from '../page.ts';
import { changeProductApi } from './change.ts';
import { product, readProducts, readStock, stock } from './read.ts';

const yes = z.enum(['true', 'false']).optional();
const query = z.strictObject({
  ...paged,
  sku: text(200).optional(),
  linked: yes,
  gone: yes,
  tag_id: id.optional(),
  search: text(200).optional(),
});

const listProductsCall = reads('/v1/products', { summary: 'Products', scope: 'read_products', query, reply: list(row(product)) });
const readProductCall = reads('/v1/products/:id', { summary: 'A product', scope: 'read_products', reply: product });
const listStockCall = reads('/v1/stock', { summary: 'The stock of products', scope: 'read_stock', query, reply: list(row(stock)) });
const readStockCall = reads('/v1/stock/:id', { summary: 'The stock of a product, by its id', scope: 'read_stock', reply: stock });

export function productsApi(app: FastifyInstance): void {
  readV1(app, listProductsCall, (tenant, { query }) => listOf(tenant, query, readProducts, Object.keys(product.shape)));
  readV1(app, listStockCall, (tenant, { query }) => listOf(tenant, query, readStock, Object.keys(stock.shape)));
  readRecord(app, readProductCall, async (tenant, { params }) => found((await readProducts(tenant, [params.id]))[0]));
  changeProductApi(app);
  readRecord(app, readStockCall, async (tenant, { params }) => found((await readStock(tenant, [params.id]))[0]));
}

type Query = Paged & z.output<typeof query>;
type Read<Row> = (tenant: Tenant, ids: number[]) => Promise<Row[]>;

async function listOf<Row extends { id: number }>(tenant: Tenant, query: Query, read: Read<Row>, fields: string[]) {
  const { sku, linked, gone, tag_id, search } = query;
  const tests: RawBuilder<unknown>[] = [];
  if (linked) tests.push(linked === 'true' ? sql`p.is_linked` : sql`not p.is_linked`);
  if (gone) tests.push(gone === 'true' ? sql`p.gone_at is not null` : sql`p.gone_at is null`);
  if (tag_id !== undefined) tests.push(hasTag(tenant, 'product', sql`p.id`, tag_id));
  if (search) tests.push(sql`position(folded(${search}::text) in folded(concat_ws(' ', p.sku, p.name, p.upc))) > 0`);
  const where = sku === undefined ? [] : [sql`p.sku_key = lower(${sku})`];
  const { ids, next } = await pageOfIds(tenant, query, { table: 'products', alias: 'p', where, tests });
  return { data: withFields(await read(tenant, ids), query.fields, fields), next };
}
