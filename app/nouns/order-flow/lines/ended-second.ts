import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { recordForAll } from '../history.ts';
import { openOrderIssues } from '../order-issues.ts';
import { enqueueCheck } from '../recheck.ts';
import { settleOrders } from '../settle.ts';
import { unitsOfFirst } from './units.ts';

/**
 * The goods of a second parcel that a person ended stay here, also where the order comes back because the warehouse cancelled the first:
 * whoever changes its lines says first what becomes of them. @throws Refusal 409
 */
export async function requireNotEnded(tenant: Tenant, orderId: number): Promise<void> {
  const { rows } = await sql`
    select from orders where ${inAccount(tenant)} and id = ${orderId} and second_ended_at is not null`.execute(tenant.db);
  if (rows.length > 0)
    throw refuse(
      409,
      'not_editable',
      'It was decided that the second parcel of this order is not sent. Change how it is split before you change its lines.',
    );
}

type Channel = { connectionId: number; label: string };

/** Has a person look at those of these orders, whose lines the channel changed, before they go again: some of their goods were to stay. */
export async function askAboutEnded(tenant: Tenant, { connectionId, label: channel }: Channel, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${[...orderIds]}::bigint[]) and second_ended_at is not null
      and cancelled_at is null and confirmed_at is null order by id`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    idsOf(rows).map((orderId) => ({
      ...{ orderId, connectionId, type: 'second_parcel' as const, subject: 'lines' },
      sentence: { code: 'second_lines_changed', channel },
    })),
  );
}

/** A person has looked: the first parcel goes as it is now. Returns whether that was to be decided. @throws Refusal 409 */
export async function keepEnded(tenant: Tenant, orderId: number): Promise<boolean> {
  if ((await closeIssues(tenant, { orderIds: [orderId], types: ['second_parcel'], subjects: ['lines'] })) === 0) return false;
  const { rows } = await sql`
    select from order_lines l where ${inAccount(tenant, 'l')} and l.order_id = ${orderId} and not l.is_charge and ${unitsOfFirst} > 0
    limit 1`.execute(tenant.db);
  if (rows.length === 0)
    throw refuse(409, 'not_allowed', 'Nothing of this order is left in the first parcel. Cancel it, or change how it is split.');
  await recordForAll(tenant, [orderId], 'decided', { code: 'second_ended' });
  await settleOrders(tenant, [orderId]);
  await enqueueCheck(tenant, [orderId]);
  return true;
}
