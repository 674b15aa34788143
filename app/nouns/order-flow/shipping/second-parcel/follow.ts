import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { enqueue } from '../../../../base/job-queue.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { tryLockSteady } from '../../checking/steady.ts';
import { lockOrders } from '../../lock-orders.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { isSeenLately } from '../../order-sql.ts';
import { enqueueReread } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { fulfil } from '../record-confirmed.ts';
import { queueConfirmations } from '../shipments.ts';
import { type Obstacle, sendSecond } from './send.ts';
import { type Doubt, doubtAbout, endedUntold, isDue, secondsHere } from './standing.ts';

type Standing = Columns<'orders', 'id' | 'connection_id'> & {
  channel: Column<'connections', 'name'>;
  warehouse: Column<'connections', 'name'>;
  doubt: Doubt | null;
  due: boolean;
  seen: boolean;
};

/**
 * Sends the second parcels of those of these orders of which the first has left, each as a warehouse order of its own. An order is at any
 * moment in one warehouse order, so nothing is sent twice. Like any order it is looked up at its channel before. Where there is a doubt
 * whether it is to go, an issue says so and a person decides. Of those that a person ended the channel is told what has left.
 */
export async function followSecondParcels(tenant: Tenant, orderIds: number[]): Promise<void> {
  const isSteady = await tryLockSteady(tenant, orderIds);
  await lockOrders(tenant, orderIds);
  await confirmEnded(tenant, orderIds);
  const { rows } = await sql<Standing>`
    select o.id, o.connection_id, ${nameOf(tenant, 'o')} as channel, ${nameOf(tenant, 'w')} as warehouse,
      ${doubtAbout(tenant)} as doubt, ${isDue(tenant)} as due,
      ${isSeenLately} as seen
    from ${secondsHere(tenant)} and o.id = any(${orderIds}::bigint[]) order by o.id`.execute(tenant.db);
  await tellDoubts(tenant, orderIds, rows);
  const due = rows.filter((row) => row.due);
  await enqueueReread(tenant, idsOf(due.filter(({ seen }) => !seen)));
  // Mapped by a rule that changes in the meantime it would be wrong: the next sweep looks at it again.
  if (!isSteady) return;
  for (const { id, connection_id: connectionId, warehouse } of due.filter(({ seen }) => seen)) {
    const obstacle = await sendSecond(tenant, id);
    if (obstacle !== null) await tellObstacle(tenant, { orderId: id, connectionId, warehouse }, obstacle);
  }
}

/** Of a connection. */
const nameOf = (tenant: OfAccount, of: 'o' | 'w') =>
  sql`(select c.name from connections c where ${inAccount(tenant, 'c')} and c.id = ${sql.ref(`${of}.connection_id`)})`;

/** The sentence of the open issue that says why the second parcel of an order `o` waits for a person. */
const toldDoubt = (tenant: OfAccount) => sql`(select i.sentence ->> 'code' from issues i where ${inAccount(tenant, 'i')}
  and i.order_id = o.id and i.type = 'second_parcel' and i.subject = 'doubt' and i.closed_at is null)`;

/** The same for all of the account of which something is to be done, by a job: not for those that wait for a person who was told. */
export async function followAllSecondParcels(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    (select o.id from ${secondsHere(tenant)} and (${isDue(tenant)}
      or 'second_' || ${doubtAbout(tenant)} is distinct from ${toldDoubt(tenant)}) order by o.id limit ${most})
    union (select o.id from ${endedUntold(tenant)} order by o.id limit ${most})
    order by id`.execute(tenant.db);
  if (rows.length > 0) await enqueue(tenant, 'orders:second-parcels', { orderIds: idsOf(rows) }, { key: `second:${tenant.accountId}` });
}

/** So many at a sweep. */
const most = 1_000;

/** Opens the issues of those that wait for a person, and closes those of the others. */
async function tellDoubts(tenant: Tenant, orderIds: number[], standing: readonly Standing[]): Promise<void> {
  const doubted = new Map(standing.flatMap((row) => (row.doubt === null ? [] : [[row.id, { ...row, doubt: row.doubt }] as const])));
  const certain = orderIds.filter((id) => !doubted.has(id));
  if ((await closeIssues(tenant, { orderIds: certain, types: ['second_parcel'], subjects: ['doubt'] })) > 0)
    await settleOrders(tenant, certain);
  await openOrderIssues(
    tenant,
    [...doubted.values()].map(({ id: orderId, connection_id: connectionId, channel, warehouse, doubt }) => ({
      ...{ orderId, connectionId, type: 'second_parcel' as const, subject: 'doubt', blocking: false },
      sentence: { code: `second_${doubt}` as const, channel, warehouse },
    })),
  );
}

type Where = { orderId: number; connectionId: number; warehouse: string };

/** What stops the second parcel stops nothing else of the order: its first has left. */
async function tellObstacle(tenant: Tenant, { warehouse, ...of }: Where, obstacle: Obstacle): Promise<void> {
  const stopped = { ...of, blocking: false };
  if (obstacle.code === 'out_of_stock') {
    const sentence = { code: 'second_parcel_out_of_stock', warehouse, missing: obstacle.missing } as const;
    return openOrderIssues(tenant, [{ ...stopped, type: 'out_of_stock', subject: 'second_parcel', sentence }]);
  }
  const sentence =
    obstacle.code === 'lacks' ? ({ code: 'second_lacks', lacks: obstacle.lacks } as const) : ({ code: 'second_units_changed' } as const);
  await openOrderIssues(tenant, [{ ...stopped, type: 'second_parcel', subject: 'rules', sentence }]);
}

/** A person ended them, or the warehouse did as it was asked: nothing more leaves, so the channel is told what has. */
async function confirmEnded(tenant: Tenant, orderIds: number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and id = any(${orderIds}::bigint[]) and second_ended_at is not null
      and confirmed_at is null and cancelled_at is null order by id`.execute(tenant.db);
  const ids = idsOf(rows);
  if (ids.length === 0) return;
  await queueConfirmations(tenant, ids);
  if ((await fulfil(tenant, ids)).size > 0) await settleOrders(tenant, ids);
}
