import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { recordEvents } from '../../history.ts';
import { holdReasons } from '../../values/hold-reason.ts';
import { longest } from './hold-days.ts';

/** An order that stays on hold, and the number of one that a person holds. */
export type HeldAlong = Columns<'orders', 'id'> & { other: Column<'orders', 'order_number'> };

/** Why an order is on hold that nobody put on hold, by the number of another. */
export const travelsWith = (other: RawBuilder<unknown>) => sentenceSql(holdReasons, 'travels_with', { other });

/** The same, once that other one is cancelled. */
export const otherIsCancelled = (other: RawBuilder<unknown>) => sentenceSql(holdReasons, 'other_cancelled', { other });

/** The same, once the two do not travel together. */
export const heldThereWith = (other: RawBuilder<unknown>) => sentenceSql(holdReasons, 'held_there_with', { other });

/** What the history says last of the hold of an order, by that a person put it on hold: it is not held only because of another. */
const isHeldByItsOwn = (tenant: OfAccount) => sql`'put_on_hold' = (
  select e.sentence ->> 'code' from order_events e where ${inAccount(tenant, 'e')} and e.order_id = mate.id and e.sentence ->> 'code' in (
    'put_on_hold', 'taken_off_hold', 'held_along', 'resumed_by_warehouse', 'still_held_by_warehouse', 'too_late_to_hold')
  order by e.id desc limit 1)`;

/**
 * The warehouse holds or releases what it has as one. Of these orders, whose holds end, those stay on hold that travel with another whose
 * hold does not, and which a person holds: it would leave as well. Returns them.
 */
export async function keepHeldAlong(tenant: Tenant, orderIds: readonly number[]): Promise<HeldAlong[]> {
  const ids = [...orderIds];
  const { rows } = await sql<HeldAlong>`
    update orders o set hold_reason = others.reason, hold_until = others.until, updated_by = ${tenant.userId},
      revision = o.revision + 1
    from (
      select own.id, min(mate.order_number) as other, ${travelsWith(sql`min(mate.order_number)`)}::jsonb as reason,
        (${longest('mate')})::timestamptz as until
      from orders own join orders mate on ${inAccount(tenant, 'mate')} and mate.warehouse_order_id = own.warehouse_order_id
        and mate.on_hold and (mate.hold_until is null or mate.hold_until > now()) and mate.id <> all(${ids}::bigint[])
        and ${isHeldByItsOwn(tenant)}
      where ${inAccount(tenant, 'own')} and own.id = any(${ids}::bigint[]) and own.on_hold group by own.id
    ) as others
    where ${inAccount(tenant, 'o')} and o.id = others.id returning o.id, others.other`.execute(tenant.db);
  await recordEvents(
    tenant,
    rows.map(({ id: orderId, other }) => ({ orderId, kind: 'held', sentence: { code: 'held_along', other } })),
  );
  return rows;
}
