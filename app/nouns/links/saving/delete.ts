import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Undoable } from '../../mappings/saves/contract.ts';
import { linkValue } from '../../mappings/saves/link-value.ts';
import { recordSave } from '../../mappings/saves/save.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { sentLast } from '../../stock-out/queries.ts';
import { requireAsSeen, type Seen } from './as-seen.ts';
import { notThere } from './commands.ts';

type Deleted = Columns<'connector_products', 'id' | 'connector_product_sku' | 'name' | 'product_id' | 'units_per_sale'> & {
  sent: number | null;
  untouched: boolean;
};
/** `sent`: what the channel goes on to sell, as it was sent last of each that was linked. */
export type Deletion = { deleted: number; stopped: number; sent: number[]; undo: Undoable };

/**
 * Deletes a channel's product with its link: orders that go by the link and have not left stop. It is listed again, without a link,
 * as soon as the channel names it or an order has it. @throws Refusal 404; 409 where it is no longer linked as the person saw it
 */
export async function deleteListing(tenant: Tenant, listing: Seen): Promise<Deletion> {
  await requireAsSeen(tenant, listing);
  const [deleted] = await markDeleted(tenant, listing);
  if (!deleted) throw notThere();
  const record = { id: deleted.id, name: deleted.connector_product_sku };
  await writeAudit(tenant, {
    verb: 'deleted',
    noun: 'connector product',
    record,
    from: { name: deleted.name, linked: deleted.product_id !== null },
  });
  return followDeletion(tenant, listing.connectionId, [deleted]);
}

/** Deletes all products of a connection, as one would be. */
export async function deleteListings(tenant: Tenant, connection: { id: number; name: string }): Promise<Deletion> {
  const deleted = await markDeleted(tenant, { connectionId: connection.id });
  if (deleted.length > 0)
    await writeAudit(tenant, { verb: 'deleted', noun: 'connector products', record: connection, from: { products: deleted.length } });
  return followDeletion(tenant, connection.id, deleted);
}

async function markDeleted(tenant: Tenant, { connectionId, sku }: { connectionId: number; sku?: string }): Promise<Deleted[]> {
  const { rows } = await sql<Deleted>`
    update connector_products set product_id = null, linked_by = ${tenant.userId}, linked_at = null, deleted_at = now()
    where ${inAccount(tenant)} and connection_id = ${connectionId} and deleted_at is null
      and ${sku === undefined ? sql`true` : sql`connector_product_sku = ${sku}`}
    returning id, connector_product_sku, name, old.product_id, old.units_per_sale, old.linked_by is null as untouched,
        ${sentLast(tenant, 'connector_products')} as sent`.execute(tenant.db);
  return rows;
}

async function followDeletion(tenant: Tenant, connectionId: number, deleted: Deleted[]): Promise<Deletion> {
  const linked = deleted.filter(({ product_id }) => product_id !== null);
  const changes = deleted.map((row) => ({
    code: row.connector_product_sku,
    from: linkValue(row.product_id, row.units_per_sale),
    to: null,
    deleted: true as const,
    ...(row.untouched && { untouched: true as const }),
  }));
  const undo = await recordSave(tenant, { kind: 'product', connectionId, changes });
  const skus = linked.map(({ connector_product_sku }) => connector_product_sku);
  const stopped = skus.length === 0 ? 0 : (await relink(tenant, { connectionId, skus })).length;
  return { deleted: deleted.length, stopped, sent: linked.flatMap(({ sent }) => sent || []), undo };
}
