import { type RawBuilder, sql } from 'kysely';
import { href } from 'react-router';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Commented, RecordType } from './record.ts';

type Source = { noun: string; name: RawBuilder<unknown>; from: RawBuilder<unknown>; path: (id: string) => string };

const sources: Record<RecordType, Source> = {
  order: { noun: 'order', name: sql`order_number`, from: sql`orders where deleted_at is null`, path: (id) => href('/orders/:id', { id }) },
  purchase_order: {
    noun: 'purchase order',
    name: sql`po_number`,
    from: sql`purchase_orders where deleted_at is null`,
    path: (id) => href('/purchase-orders/:id', { id }),
  },
  product: { noun: 'product', name: sql`sku`, from: sql`products where true`, path: (id) => href('/products/:id', { id }) },
};

export type FoundRecord = { id: number; name: string; noun: string; path: string };

/** The record that is commented on, with its page. @throws Refusal 404 when this account has none of this id */
export async function requireRecord(tenant: Tenant, { type, id }: Commented): Promise<FoundRecord> {
  const { noun, name, from, path } = sources[type];
  const { rows } = await sql<Pick<FoundRecord, 'id' | 'name'>>`
    select id, ${name} as name from ${from} and ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  if (!rows[0]) throw refuse(404, 'not_found', `This ${noun} does not exist.`);
  return { ...rows[0], noun, path: path(String(id)) };
}
