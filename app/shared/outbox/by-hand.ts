import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

type OfAnOrder = { orderId: number; kind: 'confirm' };
type Finished = Columns<'outbox', 'order_id' | 'shipment_id' | 'connection_id'>;

/**
 * Effects of an order that came to nothing are done: a person did by hand what they ask for. What the other side said stays with them,
 * by which they are known from what it took.
 */
export async function finishByHand(tenant: Tenant, meant: OfAnOrder): Promise<Finished[]> {
  const { rows } = await sql<Finished>`
    with those as (${refused(tenant, 'failed', meant)})
    update outbox o set state = 'done', done_at = now() from those where ${inAccount(tenant, 'o')} and o.id = those.id
    returning o.order_id, o.shipment_id, o.connection_id`.execute(tenant.db);
  return rows;
}

export type Again = Columns<'outbox', 'connection_id' | 'last_failure'> & {
  connection: Column<'connections', 'name'>;
  /** `now()` of the transaction that decided, to the microsecond. */
  at: string;
};

/**
 * Those that were done by the last decision were not done by hand after all: they have failed again, and nobody sends them until somebody
 * tries. What a person did by hand before stays done.
 */
export async function failAfterAll(tenant: Tenant, meant: OfAnOrder): Promise<Again[]> {
  const { rows } = await sql<Again>`
    with those as (${refused(tenant, 'done', meant)})
    update outbox o set state = 'failed' from those, connections c
    where ${inAccount(tenant, 'o')} and o.id = those.id and those.done_at = (select max(done_at) from those)
      and ${inAccount(tenant, 'c')} and c.id = o.connection_id
    returning o.connection_id, o.last_failure, o.done_at::text as at, c.name as connection`.execute(tenant.db);
  return rows;
}

const refused = (tenant: Tenant, state: 'failed' | 'done', { orderId, kind }: OfAnOrder): RawBuilder<unknown> => sql`
  select id, done_at from outbox where ${inAccount(tenant)} and order_id = ${orderId} and kind = ${kind} and state = ${state}
    and last_failure is not null
  order by id for no key update`;
