import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import { windowIsOpen } from '../../../../base/window.ts';
import { isErased } from '../../erasing/ended.ts';
import { allHasLeft, firstHasLeft, isDoneThere } from '../../lines/units.ts';
import { hasChangedSince } from '../../order-sql.ts';

/**
 * Orders `o` that a person split, of which some has left and nothing of the second parcel is with the warehouse: the warehouse order `w` is
 * still that of the first, or the warehouse has cancelled the second.
 */
export const secondsHere = (tenant: OfAccount): RawBuilder<unknown> => sql`
  orders o join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id and (w.part = 1 or w.state = 'cancelled')
  where ${inAccount(tenant, 'o')} and o.is_split and o.second_ended_at is null and o.units_shipped > 0
    and o.units_shipped < o.units_ordered and o.cancelled_at is null and o.confirmed_at is null and o.deleted_at is null`;

export type Doubt = 'cancelled_at_channel' | 'shipped_elsewhere' | 'cancel_wished' | 'cancelled_there' | 'first_short' | 'gone';

/** Its channel asks to cancel the order `o`, or did and was told that it is too late, which then was so of the first parcel. */
const wasAskedBack = (tenant: OfAccount) => sql`exists (select from cancel_requests r where ${inAccount(tenant, 'r')} and r.order_id = o.id
  and (r.outcome is null and r.withdrawn_at is null or r.outcome = 'too_late'))`;

/** Why a person decides whether the second parcel of an order `o` goes; null where nobody need. For a statement with `secondsHere`. */
export const doubtAbout = (tenant: OfAccount): RawBuilder<Doubt | null> => sql<Doubt | null>`case
  when o.source_state = 'cancelled' then 'cancelled_at_channel'
  when o.source_state in ('shipped', 'external') then 'shipped_elsewhere'
  when o.cancel_requested_at is not null or ${wasAskedBack(tenant)} then 'cancel_wished'
  when w.part = 2 then 'cancelled_there'
  when not ${firstHasLeft(tenant)} then
    case when ${isDoneThere} then 'first_short' end
  when o.gone_at is not null then 'gone' end`;

/** Orders `o` whose second parcel was ended, of which all that is to leave has, and whose channel nobody has told so. */
export const endedUntold = (tenant: OfAccount): RawBuilder<unknown> => sql`
  orders o where ${inAccount(tenant, 'o')} and o.is_split and o.second_ended_at is not null and o.units_shipped > 0
    and o.cancelled_at is null and o.confirmed_at is null and o.deleted_at is null and o.gone_at is null and ${allHasLeft(tenant)}
    and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.order_id = o.id and x.kind = 'confirm'
      and x.state in ('waiting', 'sending', 'failed'))`;

/** The second parcel goes to the warehouse that sent the first; of a former one a person decides. */
export const warehouseIsOpen = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`exists (select from connections c
  where ${inAccount(tenant, 'c')} and c.id = w.connection_id and c.disconnected_at is null
    and c.state in ('active', 'needs_reconnect') and ${windowIsOpen('c')})`;

/** Nothing keeps the second parcel here but its stock. For a statement with `secondsHere`. */
export const isDue = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`(${doubtAbout(tenant)} is null and ${firstHasLeft(tenant)}
  and w.state <> 'waiting' and (o.release_after is null or o.release_after <= now())
  and o.source_state = 'ready' and not o.on_hold and not o.locked and not o.must_reread and o.blocking_issues = 0
  and o.shared_goods is distinct from 'undecided' and not ${hasChangedSince(tenant)} and not ${isErased(tenant, 'o')}
  and ${warehouseIsOpen(tenant)}
  and exists (select from connections c where ${inAccount(tenant, 'c')} and c.id = o.connection_id and not c.catches_up
    and c.state in ('active', 'needs_reconnect') and ${windowIsOpen('c')}))`;
