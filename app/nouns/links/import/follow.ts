import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { inPieces } from '../../../../platform/pieces.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Followed } from '../../../base/import-outcomes.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { linkValue } from '../../mappings/saves/link-value.ts';
import { storeSave } from '../../mappings/saves/save.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { restartDelay } from '../../order-flow/release/delay.ts';
import { followMappedCode } from '../../purchase-flow/checking/follow-mapping.ts';
import { queueListingsAnew } from '../../stock-out/queue.ts';

/** What a channel's SKU meant, and means now. */
export type LinkChange = { sku: string; from_product: number | null; from_units: number; to_product: number | null; to_units: number };

/** As many as fit: each time all orders that are still here are looked through. */
const atOnce = 20_000;

/**
 * After the links of many SKUs changed: orders and purchase orders that have not left follow them, and the channel is told of their
 * stock. Nothing that they mend leaves for ten seconds, which begin when all is done; what the warehouse has is compared then.
 */
export async function followLinks(tenant: Tenant, connectionId: number, changes: readonly LinkChange[]): Promise<Followed> {
  const orders = new Set<number>();
  const atWarehouse: string[] = [];
  for (const some of inPieces(changes, atOnce)) {
    const skus = some.map(({ sku }) => sku);
    const codes = some.map((each) => ({
      code: each.sku,
      from: linkValue(each.from_product, each.from_units),
      to: linkValue(each.to_product, each.to_units),
    }));
    const save = await storeSave(tenant, { kind: 'product', connectionId, changes: codes }, false);
    if (save?.at_warehouse) atWarehouse.push(save.at_warehouse);
    await queueListingsAnew(tenant, connectionId, skus);
    await followMappedCode(tenant, { connectionId, kind: 'product', codes: skus });
    for (const order of await relink(tenant, { connectionId, skus })) orders.add(order);
  }
  await restartDelay(tenant, [...orders]);
  return { orders: orders.size, atWarehouse };
}

/** The same for all that an import changed. */
export async function followImport(tenant: Tenant, { group, connectionId }: ImportJob): Promise<Followed> {
  const { rows } = await sql<LinkChange>`
    select each ->> 'sku' as sku, (each #>> '{was,product_id}')::bigint as from_product, (each #>> '{was,units}')::int as from_units,
      (each #>> '{now,product_id}')::bigint as to_product, (each #>> '{now,units}')::int as to_units
    from changes c, json_array_elements(c.packed) as each
    where ${inAccount(tenant, 'c')} and c.group_id = ${group} and c.form in ('changed', 'created')`.execute(tenant.db);
  return followLinks(tenant, connectionId ?? 0, rows);
}
