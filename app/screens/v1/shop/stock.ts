import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { stockToTell } from '../../../nouns/stock-out/quantities.ts';
import { list, reads, readV1 } from '../call.ts';
import { inOrderOf, paged, pageOfIds, row, withFields } from '../page.ts';
import { refusedReads, shopOf } from './shop.ts';

const level = z.object({
  id: z.number(),
  sku: z.string().meta({ description: 'What the shop calls it' }),
  product_id: z.number().nullable(),
  quantity: z
    .number()
    .nullable()
    .meta({ description: 'How many sales may be made now. Null where that is not known: leave what the shop shows as it is' }),
});
type Level = z.output<typeof level>;

const stockCall = reads('/v1/shop/stock', {
  summary:
    'What the shop may sell of each SKU: what is promised to no other order, less its buffer, from the building that it is mapped to',
  scope: 'read_shop',
  query: z.strictObject(paged),
  reply: list(row(level)),
  others: refusedReads,
});

export function shopStockApi(app: FastifyInstance): void {
  readV1(app, stockCall, async (tenant, { session, query }) => {
    const { connectionId } = await shopOf(tenant, session);
    const where = [sql`l.connection_id = ${connectionId}`, sql`l.deleted_at is null`, sql`not l.is_alias`];
    const { ids, next } = await pageOfIds(tenant, query, { table: 'connector_products', alias: 'l', where });
    const rows = ids.length > 0 ? await readLevels(tenant, connectionId, ids) : [];
    return { data: withFields(inOrderOf(ids, rows), query.fields, Object.keys(level.shape)), next };
  });
}

async function readLevels(tenant: Tenant, connectionId: number, ids: number[]): Promise<Level[]> {
  const levels = new Map((await stockToTell(tenant, 'available', connectionId, ids)).map((each) => [each.id, each]));
  const { rows } = await sql<
    Columns<'connector_products', 'id' | 'product_id'> & {
      sku: Column<'connector_products', 'connector_product_sku'>;
    }
  >`
    select id, connector_product_sku as sku, product_id from connector_products
    where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return rows.map((each) => {
    const { mode, quantity = null } = levels.get(each.id) ?? {};
    return { ...each, quantity: mode === 'on' ? quantity : null };
  });
}
