import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { text } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockOrders } from '../../../nouns/order-flow/lock-orders.ts';
import { orderStatuses } from '../../../nouns/order-flow/order.ts';
import { pressSave } from '../../../nouns/orders/acting/pressed.ts';
import { found } from '../call.ts';
import { requireRelease, writes, writeV1 } from '../writing/write.ts';
import { ofOrder } from './changes.ts';

const field = text(500).nullable().optional();

const shipTo = z.strictObject({
  ...{ name: field, company: field, line_1: field, line_2: field, city: field, state: field, postal_code: field },
  country: text(2).nullable().optional(),
});

const editOrderCall = writes('PATCH /v1/orders/:id', {
  summary:
    'Edit an order that the warehouse does not have. It is checked at once and goes where nothing stops it, so this takes `release_orders` too, unless it is on hold or locked',
  scope: 'write_orders',
  body: z.strictObject({
    note: text(5_000).nullable().optional(),
    ...{ customer_email: field, customer_phone: field, shipping_code: field, warehouse_code: field, ship_to: shipTo.optional() },
  }),
  reply: z.object({
    ...{ id: z.number(), status: z.enum(orderStatuses), revision: z.number() },
    changed: z.boolean(),
    run_id: z.number().nullable(),
  }),
  asSeen: true,
});

export function editOrderApi(app: FastifyInstance): void {
  writeV1(
    app,
    editOrderCall,
    async (tenant, { session, params: { id }, body: { ship_to, ...fields } }) => {
      if (await mayLeave(tenant, id))
        requireRelease(session, 'This order goes as soon as nothing stops it: it is neither on hold nor locked.');
      const saved = await pressSave(tenant, session.name, { id, ...fields, ...addressOf(ship_to) });
      const { order_status: status, revision, changed, runId } = saved;
      return { id, status, revision, changed: changed.length > 0, run_id: runId };
    },
    ofOrder,
  );
}

/** Whether an order, which is locked from now on, goes by itself once nothing is wrong with it. @throws Refusal 404 */
async function mayLeave(tenant: Tenant, id: number): Promise<boolean> {
  await lockOrders(tenant, [id]);
  const { rows } = await sql<Columns<'orders', 'on_hold' | 'locked'>>`
    select on_hold, locked from orders where ${inAccount(tenant)} and id = ${id} and deleted_at is null`.execute(tenant.db);
  const { on_hold, locked } = found(rows[0]);
  return !on_hold && !locked;
}

/** What is left out stays as it is. */
function addressOf({ name, company, line_1, line_2, ...rest }: z.output<typeof shipTo> = {}) {
  const named = { customer_name: name, company_name: company, address: line_1, address_2: line_2, ...rest };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}
