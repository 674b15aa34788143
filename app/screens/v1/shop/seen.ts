import { sql } from 'kysely';
import { z } from 'zod';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { instant } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type OrderStatus, orderStatuses } from '../../../nouns/order-flow/order.ts';
import type { Shop } from './shop.ts';

/** An order as its shop sees it. What is in it the shop knows itself, and `/v1/orders` shows. */
export const seenOrder = z.object({
  id: z.number().nullable().meta({ description: 'Null where Crossdock no longer has it' }),
  external_id: z.string(),
  status: z.enum(orderStatuses).nullable().meta({ description: 'Null where it was deleted in Crossdock' }),
  cancellation: z
    .object({
      outcome: z.enum(['accepted', 'too_late']).nullable().meta({ description: 'Null as long as the warehouse has not said' }),
      requested_at: instant,
      decided_at: instant.nullable(),
    })
    .nullable()
    .meta({ description: 'What became of the last request to cancel it' }),
});
export type SeenOrder = z.output<typeof seenOrder>;

type Row = Columns<'shop_orders', 'external_id' | 'cancels'> & {
  id: Column<'shop_orders', 'order_id'>;
  status: OrderStatus | null;
  cancellation: SeenOrder['cancellation'];
};

/** Orders of this shop by their external ids. */
export async function readSeen(tenant: Tenant, { connectionId }: Shop, externalIds: readonly string[]): Promise<Map<string, SeenOrder>> {
  const { rows } = await sql<Row>`
    select s.external_id, s.cancels, s.order_id as id, case when o.deleted_at is null then o.order_status end as status,
      case when r.id is not null then json_build_object('outcome', r.outcome, 'requested_at', r.requested_at, 'decided_at', r.decided_at)
        when s.cancels > 0 then json_build_object('outcome', null, 'requested_at', s.changed_at, 'decided_at', null) end as cancellation
    from shop_orders s left join orders o on ${inAccount(tenant, 'o')} and o.id = s.order_id
    left join cancel_requests r on ${inAccount(tenant, 'r')} and r.order_id = s.order_id and r.request_id = s.cancels::text
    where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId}
      and s.external_id = any(${[...externalIds]}::text[])`.execute(tenant.db);
  return new Map(rows.map(({ cancels: _, ...row }) => [row.external_id, row]));
}
