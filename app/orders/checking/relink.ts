import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { hasSku, isSold } from '../concerned.ts';
import { recordEvents } from '../history.ts';
import { linkField } from '../mended.ts';
import { delayRelease } from '../release/delay.ts';
import { takeBack } from '../release/take-back.ts';
import { checkChanged } from './check.ts';

type MappedSku = Column<'order_lines', 'mapped_sku'>;
type Relinked = Columns<'order_lines', 'order_id'> & { was: MappedSku; is: MappedSku };

/**
 * Follows a SKU that means another product, or none, than the lines of orders that have not left: these are linked again by the
 * new link, or stop. None of them leaves as long as the save can be undone. Call it after the link was saved; returns the orders.
 */
export async function relink(tenant: Tenant, { connectionId, sku }: { connectionId: number; sku: string }): Promise<number[]> {
  const concerned = await takeBack(tenant, { connectionId, condition: hasSku(sku) });
  const { rows } = await sql<Relinked>`
    update order_lines l set product_id = p.id, mapped_sku = p.sku
    from connector_products cp left join products p on p.account_id = cp.account_id and p.id = cp.product_id
    where l.account_id = ${tenant.accountId} and l.order_id = any(${concerned}::bigint[]) and ${isSold(sku)}
      and cp.account_id = l.account_id and cp.connection_id = ${connectionId} and cp.connector_product_sku = l.sku
      and l.product_id is distinct from p.id
    returning l.order_id, old.mapped_sku as was, new.mapped_sku as is`.execute(tenant.db);
  const changed = new Map(rows.map((row) => [row.order_id, row]));
  await recordEvents(
    tenant,
    // What was not linked before is mended by the check, which records it.
    [...changed.values()].flatMap(({ order_id: orderId, was: from, is: to }) =>
      from === null
        ? []
        : [
            {
              orderId,
              kind: 'linked' as const,
              sentence: to === null ? `SKU ${sku} is not linked to ${from} any more.` : `SKU ${sku} is linked to ${to} now.`,
              changes: { [linkField(sku)]: { from, to } },
            },
          ],
    ),
  );
  const orderIds = [...changed.keys()];
  await delayRelease(
    tenant,
    orderIds.map((orderId) => ({ orderId, kind: 'product', code: sku })),
  );
  await checkChanged(tenant, orderIds);
  return orderIds;
}
