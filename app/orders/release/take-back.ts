import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { isStillHere } from '../concerned.ts';
import { isUnreleased } from '../order-sql.ts';
import { lockRulesForChange } from '../recheck.ts';
import { withdrawUnsent } from './withdraw.ts';

type Which = { connectionId: number; condition: RawBuilder<unknown> };

/** Orders `o` of a connection that meet a condition and have not left: waiting, or in the outbox and not sent. */
const whichHaveNotLeft = ({ accountId }: Tenant, { connectionId, condition }: Which) => sql`
  o.account_id = ${accountId} and o.connection_id = ${connectionId} and ${isStillHere} and ${condition}
  and not exists (select from outbox x where x.account_id = o.account_id and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit'
    and (x.state = 'sending' or x.maybe_done))`;

/** How many orders would stop if the mapping that they go by were taken away. */
export async function countNotLeft(tenant: Tenant, which: Which): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from orders o where ${whichHaveNotLeft(tenant, which)}`.execute(
    tenant.db,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Takes those orders back and locks them until the transaction ends, because a mapping that they go by changes. Waits for intakes
 * that still use the former mapping. Returns their ids.
 */
export async function takeBack(tenant: Tenant, which: Which): Promise<number[]> {
  await lockRulesForChange(tenant, which.connectionId);
  const { rows: queued } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${whichHaveNotLeft(tenant, which)} and o.warehouse_order_id is not null`.execute(tenant.db);
  if (queued.length > 0)
    await withdrawUnsent(
      tenant,
      queued.map(({ id }) => id),
    );
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select o.id from orders o where ${whichHaveNotLeft(tenant, which)} and ${isUnreleased} order by o.id for update`.execute(tenant.db);
  return rows.map(({ id }) => id);
}
