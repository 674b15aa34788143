import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { missingFields } from '../../../base/addresses/address-sql.ts';
import { isSameRecipient } from '../../../base/addresses/same-recipient.ts';
import type { Check } from '../issue-type.ts';
import { orderIssues } from './orders.ts';
import { partsLeftBefore, tookInDoubtful } from './origins.ts';

/** Orders with goods whose address lacks what the warehouse needs. It names the first field that is missing. */
export const findIncompleteAddresses: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, 'address' as subject, missing.first as field, null::bigint as line_id,
    ${sentenceSql(orderIssues.address_incomplete.sentences, 'address_lacks', {
      fields: sql`missing.fields`,
      unknown: sql`case when missing.fields ? 'country' then nullif(btrim(left(o.country, 100)), '') end`,
    })} as sentence
  from orders o cross join lateral (
    select (array_agg(field order by place))[1] as first, jsonb_agg(field order by place) as fields from (${missingFields}) as lacking
  ) as missing
  where ${inAccount(tenant, 'o')} and ${orders} and missing.fields is not null and o.units_ordered > 0`;

type OrderAlias = 'o' | 't' | 'it';

const recipientOf = (order: OrderAlias) => ({
  name: sql.ref(`${order}.customer_name`),
  line1: sql.ref(`${order}.address`),
  postalCode: sql.ref(`${order}.postal_code`),
  country: sql.ref(`${order}.country`),
});

/** Connections `oc` and `tc` of one account that are of different kinds and both have orders: a shop, and what reads its orders. */
export const otherKinds = (tenant: Tenant) => sql`connections oc join connections tc
  on ${inAccount(tenant, 'oc')} and ${inAccount(tenant, 'tc')} and tc.connector <> oc.connector and 'orders' = any(tc.capabilities)`;

/** The order has one of these numbers, or had it before its channel gave it another. */
export const isNumbered = (order: OrderAlias, numbers: RawBuilder<unknown>) => sql`(
  ${sql.ref(`${order}.source_order_number`)} = any(${numbers}) or ${sql.ref(`${order}.other_number`)} = any(${numbers}))`;

/** Orders of two connections are the same sale. The number alone says nothing: every shop has a #1001. */
export const isSameSale = (one: OrderAlias, other: OrderAlias) => {
  const [a, b] = [sql.ref(one), sql.ref(other)];
  return sql`${isNumbered(other, sql`array[${a}.source_order_number, ${a}.other_number]`)}
    and ${b}.order_date between ${a}.order_date - interval '60 days' and ${a}.order_date + interval '60 days'
    and ${isSameRecipient(recipientOf(one), recipientOf(other))}`;
};

/**
 * The same sale `t` as order `o` of connection `oc`, as another kind of connection `tc` has it; `ch` is which of the two a person chose
 * to import.
 */
export const twinsOf = (tenant: Tenant) => sql`${otherKinds(tenant)}
  join orders t on ${inAccount(tenant, 't')} and t.connection_id = tc.id and ${isSameSale('o', 't')}
    and t.deleted_at is null and t.cancelled_at is null and not t.sent_beside
  left join import_choices ch on ${inAccount(tenant, 'ch')} and ch.low_id = least(oc.id, tc.id) and ch.high_id = greatest(oc.id, tc.id)
  where oc.id = o.connection_id and not o.sent_beside`;

/** The goods of `t` have left, or cannot be stopped for sure. */
export const isTwinSent = sql`(t.warehouse_order_id is not null or t.confirmed_at is not null)`;

/** Nor does `t` wait in a connection that sends nothing. */
export const isTwinToGo = sql`(${isTwinSent} or tc.disconnected_at is null)`;

/** Orders that another kind of connection has too, while nobody has said which imports. */
export const findImportedTwice: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, twin.name as subject, null as field, null::bigint as line_id,
    ${sentenceSql(orderIssues.imported_twice.sentences, 'imported_twice', {
      channel: sql`twin.name`,
      order: sql`twin.order_number`,
      isSent: sql`twin.is_sent`,
    })} as sentence
  from orders o cross join lateral (
    select tc.name, t.order_number, ${isTwinSent} as is_sent from ${twinsOf(tenant)} and ch.keeps_id is null order by is_sent desc, t.id
      limit 1
  ) as twin where ${inAccount(tenant, 'o')} and ${orders}`;

/** Orders that wait for a person to say whether their goods are another order's: orders/shared-goods finds them. */
export const findSharedGoods: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, 'goods' as subject, 'lines' as field, null::bigint as line_id,
    ${sentenceSql(orderIssues.shared_goods.sentences, 'goods_shared', {
      channel: sql`c.name`,
      relations: sql`jsonb_agg(jsonb_build_object('kind', relation.kind, 'order', relation.order_number, 'isSent', relation.is_sent,
        'origin', relation.origin) order by relation.kind, relation.order_number, relation.origin)
        filter (where relation.kind is not null)`,
    })} as sentence
  from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
  left join lateral (
    select 'split_off' as kind, other.order_number, other.warehouse_order_id is not null as is_sent, null as origin
    from orders other where ${inAccount(tenant, 'other')} and other.connection_id = o.connection_id and other.remote_id = o.split_from
    union all
    select 'merged_into', other.order_number, false, null
    from order_merges m join orders other on ${inAccount(tenant, 'other')} and other.id = m.into_id
    where ${inAccount(tenant, 'm')} and m.connection_id = o.connection_id and m.remote_id = o.remote_id
    union all
    select 'merged_in', took.merged, took.origin is not null, nullif(took.origin, took.merged)
    from (${tookInDoubtful(tenant)}) as took
    union all
    select 'part_sent', early.order_number, true, null from (${partsLeftBefore(tenant)}) as early
  ) as relation on true
  where ${inAccount(tenant, 'o')} and ${orders} and o.shared_goods = 'undecided'
  group by o.account_id, o.id, c.name
  having count(relation.kind) > 0 or not exists (${lastTwin(tenant)})`;

/** What is noted of the last twin of `o` that was to be sent in its place, and is not. */
const lastTwin = (tenant: OfAccount) => sql`select e.sentence from order_events e
  where ${inAccount(tenant, 'e')} and e.order_id = o.id and e.kind = 'decided' and e.sentence ->> 'code' = 'twin_asked'
  order by e.id desc limit 1`;

/** Orders that wait because their twin is not sent any longer: order-flow/shared-goods asks. */
export const findTwinsNotSent: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, 'twin' as subject, null as field, null::bigint as line_id,
    ${sentenceSql(orderIssues.twin_not_sent.sentences, 'twin_not_sent', {
      channel: sql`twin.sentence ->> 'channel'`,
      order: sql`twin.sentence ->> 'order'`,
      why: sql`twin.sentence ->> 'why'`,
    })} as sentence
  from orders o cross join lateral (${lastTwin(tenant)}) as twin
  where ${inAccount(tenant, 'o')} and ${orders} and o.shared_goods = 'undecided'`;
