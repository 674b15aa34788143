import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Undoable } from '../../mappings/saves/contract.ts';
import { linkValue } from '../../mappings/saves/link-value.ts';
import { recordSave } from '../../mappings/saves/save.ts';
import { checkChanged } from '../../order-flow/checking/check.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';
import { ordersWaitingForLinks } from './waiting.ts';

/** `units`: how many units one sale was seen to take, as of what was linked before; they stay. */
type Link = { connectionId: number; sku: string; productId: number; units: number };
type Linked = Columns<'connector_products', 'connection_id' | 'connector_product_sku' | 'product_id' | 'units_per_sale'> & {
  untouched: boolean;
};
/** `kept`: of which SKUs one sale takes several units of what is linked now, because it took as many of what was linked before. */
export type LinkedProducts = {
  linked: number;
  waiting: number;
  undo: NonNullable<Undoable>[];
  kept: { sku: string; units: number }[];
};

/**
 * Links several SKUs of channels together. A SKU that is linked already keeps its link, and one of which a sale takes other units than were
 * seen gets none: other goods would leave. Every order that waited for one goes on, ten seconds later; each connection has a save of its
 * own, which can be undone until then.
 */
export async function linkProducts(tenant: Tenant, links: Link[]): Promise<LinkedProducts> {
  const { rows } = await sql<Linked>`
    insert into connector_products as listing (account_id, connection_id, connector_product_sku, product_id, linked_by, linked_at,
      units_per_sale)
    with link as materialized (
      select "connectionId", sku, "productId", now() as at, units
      from json_to_recordset(${JSON.stringify(links)}::json) as link ("connectionId" bigint, sku text, "productId" bigint, units int)
    )
    select ${tenant.accountId}, "connectionId", sku, "productId", ${tenant.userId}, at, units from link
    on conflict (account_id, connection_id, connector_product_sku) do update
      set product_id = excluded.product_id, linked_by = excluded.linked_by, linked_at = excluded.linked_at, deleted_at = null
        where listing.product_id is null and listing.units_per_sale = excluded.units_per_sale
    returning connection_id, connector_product_sku, product_id, units_per_sale, old.linked_by is null as untouched`.execute(tenant.db);
  const names = await namesOf(tenant, rows);
  const saves: Undoable[] = [];
  for (const connectionId of new Set(rows.map(({ connection_id }) => connection_id))) {
    const those = rows.filter(({ connection_id }) => connection_id === connectionId);
    const changes = those.map((row) => ({
      code: row.connector_product_sku,
      from: null,
      to: linkValue(row.product_id, row.units_per_sale),
      ...(row.untouched && { untouched: true as const }),
    }));
    await queueListingsAnew(
      tenant,
      connectionId,
      those.map(({ connector_product_sku }) => connector_product_sku),
    );
    const save = await recordSave(tenant, { kind: 'product', connectionId, changes });
    saves.push(save && { ...save, of: names.get(connectionId) });
  }
  const waiting = await ordersWaitingForLinks(tenant, rows);
  await checkChanged(tenant, waiting);
  return { linked: rows.length, waiting: waiting.length, undo: saves.filter((save) => save !== null), kept: keptBy(rows) };
}

const keptBy = (rows: readonly Linked[]): LinkedProducts['kept'] =>
  rows.flatMap(({ connector_product_sku: sku, units_per_sale: units }) => (units > 1 ? [{ sku, units }] : []));

async function namesOf(tenant: Tenant, linked: readonly Linked[]): Promise<Map<number, Column<'connections', 'name'>>> {
  const ids = [...new Set(linked.map(({ connection_id }) => connection_id))];
  const { rows } = await sql<Columns<'connections', 'id' | 'name'>>`
    select id, name from connections where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
