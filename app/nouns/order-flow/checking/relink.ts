import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queueStockOfProducts } from '../../stock-out/queue.ts';
import { hasSku, isSold } from '../conditions.ts';
import { linkField } from '../events/mended.ts';
import { recordEvents } from '../history.ts';
import { countUnits, unitsOfLink } from '../lines/units.ts';
import { delayRelease } from '../release/delay.ts';
import { takeBack } from '../release/take-back.ts';
import { checkChanged } from './check.ts';

type MappedSku = Column<'order_lines', 'mapped_sku'>;
type Relinked = Columns<'order_lines', 'order_id' | 'sku'> & {
  was: MappedSku;
  is: MappedSku;
  units: Column<'order_lines', 'units_per_sale'>;
  product_before: Column<'order_lines', 'product_id'>;
  product_after: Column<'order_lines', 'product_id'>;
};

/**
 * Follows SKUs that mean another product, or none, or another number of its units, than the lines of orders that have not left:
 * these are linked again by the new link, or stop. None of them leaves as long as the save can be undone. Call it after the links
 * were saved; returns the orders.
 */
export async function relink(tenant: Tenant, { connectionId, skus }: { connectionId: number; skus: readonly string[] }): Promise<number[]> {
  const affected = await takeBack(tenant, { connectionId, condition: hasSku(tenant, skus) });
  const { rows } = await sql<Relinked>`
    update order_lines l set product_id = p.id, mapped_sku = p.sku, units_per_sale = ${unitsOfLink}
    from connector_products cp left join products p on ${inAccount(tenant, 'p')} and p.id = cp.product_id
    where ${inAccount(tenant, 'l')} and l.order_id = any(${affected}::bigint[]) and l.sku = any(${skus}::text[]) and ${isSold}
      and ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId} and cp.connector_product_sku = l.sku
      and (l.product_id, l.units_per_sale) is distinct from (p.id, ${unitsOfLink})
    returning l.order_id, l.sku, old.mapped_sku as was, new.mapped_sku as is, new.units_per_sale as units,
      old.product_id as product_before, new.product_id as product_after`.execute(tenant.db);
  const orderIds = [...new Set(rows.map(({ order_id }) => order_id))];
  await countUnits(tenant, orderIds);
  const productIds = rows.flatMap(({ product_before, product_after }) => [product_before, product_after].filter((id) => id !== null));
  await queueStockOfProducts(tenant, productIds);
  await recordEvents(
    tenant,
    // What was not linked before is mended by the check, which records it.
    [...Map.groupBy(rows, (row) => `${row.order_id} ${row.sku}`).values()].flatMap(([row]) =>
      row && row.was !== null ? [eventOf(row)] : [],
    ),
  );
  const delays = rows.map(({ order_id: orderId, sku: code }) => ({ orderId, kind: 'product' as const, code }));
  await delayRelease(tenant, delays);
  await checkChanged(tenant, orderIds, skus.length === 1 && skus[0] ? { connectionId, of: 'sku', code: skus[0] } : undefined);
  return orderIds;
}

function eventOf({ order_id: orderId, sku, was: from, is: to, units }: Relinked) {
  return {
    orderId,
    kind: 'linked' as const,
    sentence: to === null ? { code: 'sku_unlinked' as const, sku, from } : { code: 'sku_relinked' as const, sku, to, units },
    changes: { [linkField(sku)]: { from, to } },
  };
}
