import { type Nullable, sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { nameOfMethod } from '../../../base/shipping-methods/queries.ts';
import type { IssueDifference } from '../../../shared/issues/commands.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import { isSold } from '../conditions.ts';
import type { OrderEvent } from '../history.ts';

type Mended = Pick<IssueDifference, 'order_id' | 'type' | 'subject' | 'sentence'>;

/** What a code is mapped to: a product, a shipping method or a warehouse. */
type Became = Nullable<Columns<'products', 'name'> & { code: Column<'products', 'sku'> }>;

/** The key of a SKU's product in the changes of a history entry. */
export const linkField = (sku: string) => `link:${sku}`;

/**
 * The history entries of issues that the check closed: what the code is mapped to now, so that a wrong mapping is seen. An order's
 * lines are looked up before their products: among what was linked a moment ago the planner would expect nothing, and walk through it.
 */
export async function eventsOfMended(tenant: Tenant, mended: Mended[]): Promise<OrderEvent[]> {
  if (mended.length === 0) return [];
  const { rows } = await sql<Became>`
    select became.code, became.name
    from rows from (json_to_recordset(${JSON.stringify(mended)}::json) as (order_id bigint, type text, subject text))
      with ordinality as mended
    left join lateral (
      (select p.sku, p.name from (
          select * from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = mended.order_id and l.sku = mended.subject
            and ${isSold} offset 0
        ) as l join products p on ${inAccount(tenant, 'p')} and p.id = l.product_id where mended.type = 'unmapped_sku' limit 1)
      union all
      (select o.shipping_code, ${nameOfMethod(tenant, sql`o.shipping_code`)} from orders o
        where mended.type = 'unmapped_shipping' and ${inAccount(tenant, 'o')} and o.id = mended.order_id)
      union all
      (select lm.amware_location, w.name from orders o
        join location_mappings lm on ${inAccount(tenant, 'lm')} and lm.connection_id = o.connection_id and lm.internal_id = mended.subject
        left join warehouses w on ${inAccount(tenant, 'w')} and w.code = lm.amware_location
        where mended.type = 'unmapped_location' and ${inAccount(tenant, 'o')} and o.id = mended.order_id limit 1)
    ) as became (code, name) on true
    order by mended.ordinality`.execute(tenant.db);
  return mended.map((issue, at) => eventOf(issue, rows[at]));
}

const mappedCodes: Partial<Record<IssueType, 'sku_linked' | 'shipping_mapped' | 'location_mapped'>> = {
  unmapped_sku: 'sku_linked',
  unmapped_shipping: 'shipping_mapped',
  unmapped_location: 'location_mapped',
};

function eventOf({ order_id: orderId, type, subject, sentence: issue }: Mended, became?: Became): OrderEvent {
  const code = mappedCodes[type];
  if (!code || !became?.code || subject === '') return { orderId, kind: 'mended', sentence: { code: 'mended', issue } };
  const { code: to } = became;
  const name = became.name && became.name !== to ? became.name : null;
  return {
    ...{ orderId, kind: 'mended', sentence: { code, subject, to, name } },
    ...(code === 'sku_linked' && { changes: { [linkField(subject)]: { from: null, to } } }),
  };
}
