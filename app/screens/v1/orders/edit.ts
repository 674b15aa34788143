import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { text } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockToTakeBack } from '../../../nouns/order-flow/lock-orders.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { pressSave } from '../../../nouns/orders/acting/pressed.ts';
import { found } from '../call.ts';
import { namedAs } from '../writing/named-as.ts';
import { requireRelease, requireReleaseOfOthers } from '../writing/releasing.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { ofOrder } from './changes.ts';

const field = text(500).nullable().optional();

const shipTo = z.strictObject({
  ...{ name: field, company: field, line_1: field, line_2: field, city: field, state: field, postal_code: field },
  country: text(2).nullable().optional(),
});

const editOrderCall = writes('PATCH /v1/orders/:id', {
  summary:
    'Edit an order that the warehouse does not have. It is checked at once and goes where nothing stops it, so this takes `release_orders` too, unless it is locked or on a hold without an end',
  scope: 'write_orders',
  body: z.strictObject({
    note: text(5_000).nullable().optional(),
    ...{ customer_email: field, customer_phone: field, shipping_code: field, warehouse_code: field, ship_to: shipTo.optional() },
  }),
  example: { body: { note: 'Ring twice.' } },
  reply: z.object({
    ...{ id: z.number(), status: z.enum(orderStatuses), revision: z.number() },
    changed: z.boolean(),
    run_id: z.number().nullable(),
  }),
  // One that comes late, when somebody has corrected the address since, would send the goods to the former one.
  sendsGoods: true,
  asSeen: true,
});

/** An edit of the screens has all fields side by side. */
const namedInBody = namedAs({
  ...{ 'order.country': 'ship_to.country', country: 'ship_to.country', 'order.customer_email': 'customer_email' },
  ...{ 'order.shipping_code': 'shipping_code', 'order.warehouse_code': 'warehouse_code' },
});

export function editOrderApi(app: FastifyInstance): void {
  writeV1(
    app,
    editOrderCall,
    async (tenant, { request, session, params: { id }, body: { ship_to, ...fields } }) => {
      if (await mayLeave(tenant, id))
        requireRelease(session, 'This order goes by itself: it is neither locked nor on a hold that somebody has to end.');
      if (ship_to) await requireReleaseOfOthers(tenant, { request, session }, [id]);
      const saved = await pressSave(tenant, session.name, { id, ...fields, ...addressOf(ship_to) }).catch(namedInBody);
      const { order_status: status, revision, changed, runId } = saved;
      return { id, status, revision, changed: changed.length > 0, run_id: runId };
    },
    ofOrder,
  );
}

/**
 * Whether an order, whose row is locked from now on, goes by itself once nothing is wrong with it; after a hold until a day, on that day.
 * @throws Refusal 404
 */
export async function mayLeave(tenant: Tenant, id: number): Promise<boolean> {
  await lockToTakeBack(tenant, [id]);
  const { rows } = await sql<Columns<'orders', 'on_hold' | 'hold_until' | 'locked'>>`
    select on_hold, hold_until, locked from orders where ${inAccount(tenant)} and id = ${id} and deleted_at is null`.execute(tenant.db);
  const { on_hold, hold_until, locked } = found(rows[0]);
  return !locked && (!on_hold || hold_until !== null);
}

/** What is left out stays as it is. */
function addressOf({ name, company, line_1, line_2, ...rest }: z.output<typeof shipTo> = {}) {
  const named = { customer_name: name, company_name: company, address: line_1, address_2: line_2, ...rest };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
