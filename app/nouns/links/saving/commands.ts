import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { existing, type Refusal, refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Undoable } from '../../mappings/saves/contract.ts';
import { linkValue } from '../../mappings/saves/link-value.ts';
import { recordSave } from '../../mappings/saves/save.ts';
import { checkWaiting } from '../../order-flow/checking/check.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { mappingNouns } from '../../order-flow/release/delay.ts';
import { sentLast } from '../../stock-out/queries.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { changedUnseen, requireAsSeen, type Seen } from './as-seen.ts';
import { keptOfAnother, requireUnits } from './units-of-another.ts';

/** A product as a channel sells it. */
export type Listing = { connectionId: number; sku: string };
/** `units`: how many units of the product one sale takes; as before where it is left out. */
type Link = Seen & { productId: number; units?: number | undefined };
type Before = {
  before: Column<'connector_products', 'product_id'>;
  units_before: Column<'connector_products', 'units_per_sale'>;
  untouched: boolean;
};
const linkBefore = sql`old.product_id as before, old.units_per_sale as units_before, old.linked_by is null as untouched`;

/** `kept`: how many units of another product one sale took, which nobody said of this one; null where that is of no consequence. */
export type Linked = { waiting: number; undo: Undoable; kept: number | null };

/**
 * Links a channel's SKU to a warehouse product. Every order that waits for the link goes on, ten seconds later; orders that have
 * not left follow a changed link. Returns how many waited, and the save, which can be undone until then.
 * @throws Refusal 404 for a SKU that the channel neither lists nor sold; 409 where it is no longer linked as the person saw it, or
 *   its units were said of another product
 */
export async function linkProduct(tenant: Tenant, link: Link): Promise<Linked> {
  await requireKnownSku(tenant, link);
  return linkSoldSku(tenant, link);
}

/** As `linkProduct`, for the SKU of a line: whoever sold it has it. */
export async function linkSoldSku(tenant: Tenant, link: Link): Promise<Linked> {
  const { connectionId, sku, productId } = link;
  await productNamed(tenant, productId);
  requireUnits(link, await requireAsSeen(tenant, link));
  const { before, units_before, units, untouched } = await writeLink(tenant, link);
  if (link.seen === null && before) throw await linkedUnseen(tenant, link, before);
  const [from, to] = [linkValue(before ?? null, units_before ?? 1), linkValue(productId, units)];
  const former = units_before ?? 1;
  const change = { code: sku, from, to, ...(untouched && { untouched }), ...(from === null && units !== former && { units: former }) };
  const undo = await recordSave(tenant, { kind: 'product', connectionId, changes: [change] });
  if (from !== null && from !== to) await relink(tenant, { connectionId, skus: [sku] });
  await queueListingsAnew(tenant, connectionId, [sku]);
  const kept = keptOfAnother(link, { product_id: before ?? null, units_per_sale: units_before ?? 1 });
  return { waiting: await checkWaiting(tenant, { type: 'unmapped_sku', connectionId, subject: sku }), undo, kept };
}

/** What was not listed when it was looked at is not locked: a colleague linked it before this was written. */
async function linkedUnseen(tenant: Tenant, { connectionId, sku }: Link, before: number): Promise<Refusal> {
  const { sku: product } = await productNamed(tenant, before);
  const noun = mappingNouns.product;
  return changedUnseen(tenant, { noun, recordId: connectionId, code: sku, name: sku, is: `is linked to ${product}` });
}

/** A mistyped SKU would be listed with a link that nothing ever uses. @throws Refusal 404 */
async function requireKnownSku(tenant: Tenant, { connectionId, sku }: Listing): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'name'> & { is_known: boolean }>`
    select c.name,
      exists (select from connector_products cp where ${inAccount(tenant, 'cp')} and cp.connection_id = c.id
        and cp.connector_product_sku = ${sku} and cp.deleted_at is null)
      or exists (select from order_lines l join orders o on ${inAccount(tenant, 'o')} and o.id = l.order_id
        where ${inAccount(tenant, 'l')} and l.sku = ${sku} and l.product_id is null and not l.is_charge and o.connection_id = c.id)
      or exists (select from purchase_order_lines l join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = l.purchase_order_id
        where ${inAccount(tenant, 'l')} and l.sku = ${sku} collate "C" and p.connection_id = c.id) as is_known
    from connections c where ${inAccount(tenant, 'c')} and c.id = ${connectionId}`.execute(tenant.db);
  const connection = existing(rows[0], 'This connection does not exist.');
  if (!connection.is_known)
    throw refuse(404, 'unknown_sku', `${connection.name} has no product with this SKU. Import its products, or a file of links, first.`);
}

async function writeLink(tenant: Tenant, { connectionId, sku, productId, units = undefined }: Link) {
  const { rows } = await sql<Before & { units: Column<'connector_products', 'units_per_sale'> }>`
    insert into connector_products (account_id, connection_id, connector_product_sku, product_id, linked_by, linked_at, units_per_sale)
    values (${tenant.accountId}, ${connectionId}, ${sku}, ${productId}, ${tenant.userId}, now(), ${units ?? 1})
    on conflict (account_id, connection_id, connector_product_sku) do update set product_id = excluded.product_id,
      linked_by = excluded.linked_by, linked_at = excluded.linked_at,
      deleted_at = null, units_per_sale = coalesce(${units ?? null}::int, connector_products.units_per_sale)
    returning ${linkBefore}, new.units_per_sale as units`.execute(tenant.db);
  const [written] = rows as [(typeof rows)[number]];
  return written;
}

/** The product of this account with this id. @throws Refusal 404 */
export async function productNamed(tenant: Tenant, id: number): Promise<{ id: number; sku: string }> {
  const { rows } = await sql<Columns<'products', 'id' | 'sku'>>`
    select id, sku from products where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return existing(rows[0], notThere);
}

/** The channel's product of this account with this id. @throws Refusal 404 */
export async function listingWithId(tenant: Tenant, id: number): Promise<Listing> {
  const { rows } = await sql<Columns<'connector_products', 'connection_id' | 'connector_product_sku'>>`
    select connection_id, connector_product_sku from connector_products
    where ${inAccount(tenant)} and id = ${id} and deleted_at is null`.execute(tenant.db);
  if (!rows[0]) throw notThere();
  return { connectionId: rows[0].connection_id, sku: rows[0].connector_product_sku };
}

export const notThere = () => refuse(404, 'not_found', 'This product does not exist.');

/**
 * Unlinks a channel's SKU: orders with that SKU that have not left stop until it is linked again. Returns how many, and what the channel
 * goes on to sell of it.
 */
export async function unlinkProduct(tenant: Tenant, listing: Seen): Promise<{ stopped: number; sent: number | null; undo: Undoable }> {
  const { connectionId, sku } = listing;
  await requireAsSeen(tenant, listing);
  const { rows } = await sql<Before & Columns<'connector_products', 'id'> & { sent: number | null }>`
    update connector_products cp set product_id = null, linked_by = ${tenant.userId}, linked_at = null
    where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_product_sku = ${sku} and deleted_at is null
    returning id, ${linkBefore}, ${sentLast(tenant, 'cp')} as sent`.execute(tenant.db);
  const link = existing(rows[0], notThere);
  const { untouched } = link;
  const changes = [{ code: sku, from: linkValue(link.before, link.units_before), to: null, ...(untouched && { untouched }) }];
  const undo = await recordSave(tenant, { kind: 'product', connectionId, changes });
  return { stopped: (await relink(tenant, { connectionId, skus: [sku] })).length, sent: link.before === null ? null : link.sent, undo };
}
