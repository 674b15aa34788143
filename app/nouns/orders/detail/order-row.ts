import { sql } from 'kysely';
import type { DB } from '../../../../db/tables.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { OfAccount } from '../../../../platform/in-account.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { preparedRead } from '../../../../platform/prepared.ts';
import type { Unworded } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { AddressValues } from '../../../base/addresses/address.ts';
import { issueTypes, subjectIsCode } from '../../../shared/issues/issue.ts';
import { seenWithGoods } from '../../../shared/issues/seen-goods.ts';
import { relatedTo } from '../../../shared/issues/types/related.ts';
import type { OrderDetail, OrderIssue } from '../../order-flow/contract/detail.ts';
import { endedAt } from '../../order-flow/erasing/ended.ts';
import { linesOf } from '../../order-flow/lines/lines.ts';
import { firstHasLeft } from '../../order-flow/lines/units.ts';
import { isUntoldByHand } from '../../order-flow/release/cancelling/decide.ts';
import { isKeptByWarehouse } from '../../order-flow/release/holding/own-hold.ts';
import { warehouseWithoutHold } from '../../order-flow/release/holding/without-hold.ts';
import { type Rest, restOf } from '../../order-flow/sent/new-address/standing.ts';
import { withHoldReason } from '../../order-flow/values/hold-reason.ts';
import { eventsOf } from './events.ts';
import { shipmentsOf } from './shipments.ts';

/** What a page shows of an order as its column has it. */
type OwnColumn = Exclude<keyof OrderDetail & keyof DB['orders'], 'hold_reason' | 'shared_goods' | 'source_details' | 'ended_by'>;

/** An order as it is read in one statement: its columns, and what other tables hold about it. */
export type DetailRow = Columns<'orders', OwnColumn | 'remote_id' | 'must_reread' | 'second_ended_at'> &
  Pick<OrderDetail, 'hold_reason' | 'shared_goods' | 'source_details' | 'ended_by' | 'fields' | 'archived' | 'accepted_at'> &
  Pick<OrderDetail, 'order_source' | 'source_name' | 'warehouse_gone' | 'warehouse_without_hold' | 'updatedBy' | 'shipMethod'> &
  Pick<OrderDetail, 'timezone' | 'date_style' | 'cancel_request'> &
  Columns<'connections', 'connector'> & {
    /** What its channel has as its address, where that is another; where what has not left is. */
    new_ship_to: AddressValues | null;
    rest: Rest;
    /** Which of its parcels the warehouse order is that it is in, and whether that was cancelled; whether all of the first has left. */
    part: Column<'warehouse_orders', 'part'> | null;
    part_state: Column<'warehouse_orders', 'state'> | null;
    first_left: boolean | null;
    /** The warehouse holds it by itself. */
    kept_there: boolean;
    lines: OrderDetail['lines'] | null;
    issues: Unworded<Omit<OrderIssue, 'remedy'>>[] | null;
    shipments: OrderDetail['shipments'] | null;
    events: Unworded<OrderDetail['events'][number]>[] | null;
    combined: OrderDetail['orders_combined_with'] | null;
    related: OrderDetail['related'] | null;
    /** The connection's, secrets apart. */
    connection_settings: Record<string, string>;
    /** The channel is disconnected. */
    source_gone: boolean;
    /** When its buyer was erased, and how many days after it ended; when it ended. */
    erased_at: Column<'buyer_erasures', 'erased_at'>;
    erased_after: Column<'buyer_erasures', 'after_days'>;
    ended_at: Date | null;
    /** By the account's setting. */
    kept_days: Column<'accounts', 'buyers_kept_days'>;
    /** A person told its channel of a parcel by hand, and that can be undone. */
    has_told: boolean;
    /** The first effect that is still to be sent. */
    outbox: Columns<'outbox', 'kind' | 'last_failure'> | null;
  };

export async function readOrderRow(tenant: Tenant, id: number): Promise<DetailRow | undefined> {
  const [row] = await readRow(tenant, id);
  return row && withHoldReason(row);
}

const readRow = preparedRead<Omit<DetailRow, 'hold_reason'> & { hold_reason: unknown }, [id: number]>(
  (tenant, id) => sql`
    select o.id, o.remote_id, o.order_number, o.source_order_number, o.source_status, o.source_state, o.source_ref_num, o.amware_ref_num,
      o.connection_id, c.slug as order_source, c.name as source_name, c.disconnected_at is not null as source_gone,
      case when wc.disconnected_at is not null then wc.name end as warehouse_gone,
      ${warehouseWithoutHold(tenant)} as warehouse_without_hold, c.connector, c.settings as connection_settings,
      o.store_name, o.order_status, o.order_date, o.created_at, o.updated_at, u.name as "updatedBy", o.customer_id, o.customer_name,
      o.customer_phone, o.customer_email, o.company_name, o.address, o.address_2, o.city, o.state, o.postal_code, o.country, o.note,
      o.source_details, o.source_shipping, o.source_shipping_description, o.shipping_code, m.name as "shipMethod", o.warehouse_code,
      o.currency, o.shipping_cost, o.tax_cost, o.total_cost, o.weight_grams, o.in_amware, o.locked, o.release_after,
      o.must_reread, o.on_hold, o.hold_reason, o.hold_until, o.hold_outcome, o.cancel_requested_at, o.cancel_outcome,
      o.archived_at is not null as archived, o.units_ordered, o.units_shipped, o.open_issues, o.blocking_issues, o.revision,
      o.edited_fields, o.is_split, o.second_ended_at, o.fields, o.shared_goods, o.gone_at, o.ended_by, o.warehouse_order_id, b.erased_at,
      b.after_days as erased_after, ${endedAt(tenant, 'o')} as ended_at, a.buyers_kept_days as kept_days, w.accepted_at, w.part,
      coalesce(${isKeptByWarehouse}, false) as kept_there,
      o.new_ship_to, ${restOf(tenant)} as rest,
      w.state as part_state, case when o.is_split then ${firstHasLeft(tenant)} end as first_left,
      a.timezone, a.date_style,
      (select json_agg(to_jsonb(line) - 'position' order by line.position) from (${linesOf(tenant, sql`o.id`)}) as line) as lines,
      (select json_agg(issue order by issue.blocking desc, issue.id) from (${issuesOf(tenant)}) as issue) as issues,
      (select json_agg(shipment order by shipment.shipped_at, shipment.id) from (${shipmentsOf(tenant)}) as shipment) as shipments,
      (select json_agg(event order by event.id) from (${eventsOf(tenant)}) as event) as events,
      (select json_agg(json_build_object('id', other.id, 'source_number', other.source_order_number) order by other.id)
        from orders other where ${inAccount(tenant, 'other')} and other.warehouse_order_id = o.warehouse_order_id
          and other.id <> o.id) as combined,
      (select json_agg(json_build_object('id', r.id, 'order_number', r.order_number, 'relation', r.relation, 'came_too_late',
        r.came_too_late) order by r.id)
        from (${relatedTo(tenant, 'o')}) as r) as related,
      (select to_jsonb(request) from (select r.reason, r.requested_at, r.outcome, r.decided_at, r.reply, r.replied_at,
          ${isUntoldByHand(tenant)} as undoable
        from cancel_requests r where ${inAccount(tenant, 'r')} and r.order_id = o.id and r.withdrawn_at is null and o.gone_at is null
        order by r.id desc limit 1) as request) as cancel_request,
      (select json_build_object('kind', x.kind, 'last_failure', x.last_failure) from (${effectsOf(tenant)}) as x
        where x.state in ('waiting', 'sending') order by x.id limit 1) as outbox,
      exists (select from (${effectsOf(tenant)}) as x where x.kind = 'confirm' and x.state = 'done' and x.last_failure is not null)
        as has_told
    from orders o
    join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    join accounts a on a.id = o.account_id
    left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    left join connections wc on ${inAccount(tenant, 'wc')} and wc.id = w.connection_id
    left join shipping_methods m on ${inAccount(tenant, 'm')} and m.code = o.shipping_code
      and m.connection_id = coalesce(w.connection_id, (${warehouseOf(tenant)}))
    left join users u on u.id = o.updated_by
    left join buyer_erasures b on ${inAccount(tenant, 'b')} and b.order_id = o.id
    where ${inAccount(tenant, 'o')} and o.id = ${id} and o.deleted_at is null`,
);

/**
 * All effects of the order `o`. Which of them wait is for the caller to look at: `offset 0` keeps that condition outside, because a
 * plan that was made while little waited would go through all that waits, of every order, once a backlog has grown.
 */
const effectsOf = (tenant: OfAccount) => sql`
  (select id, state, kind, last_failure from outbox where ${inAccount(tenant)} and order_id = o.id offset 0)
  union all
  (select id, state, kind, last_failure from outbox where ${inAccount(tenant)} and warehouse_order_id = o.warehouse_order_id offset 0)`;

const warehouseOf = (tenant: OfAccount) =>
  sql`select id from connections where ${inAccount(tenant)} and 'warehouse' = any(capabilities) and disconnected_at is null order by id
    limit 1`;

const typesOfCodes = issueTypes.filter(subjectIsCode).map((type) => sql.lit(type));

/** The open issues of the order `o`. `others`: how many more orders wait for the same cause and would go on with this one. */
const issuesOf = (tenant: OfAccount) => sql`
  select i.id, i.type, i.subject, i.field, i.line_id, i.sentence, i.blocking, i.opened_at, ${seenWithGoods(tenant, 'i')} as seen,
    case when i.type in (${sql.join(typesOfCodes)}) then
      (select coalesce(sum(t.n), 1) - 1 from issue_tallies t
        where ${inAccount(tenant, 't')} and t.type = i.type and t.connection_id = i.connection_id
          and t.subject = i.subject) else 0 end as others
  from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null`;
