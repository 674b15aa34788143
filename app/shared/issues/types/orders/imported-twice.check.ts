import { sql } from 'kysely';
import { inAccount } from '../../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { isSameRecipient } from '../../../../base/addresses/same-recipient.ts';
import type { Check } from '../../issue-type.ts';
import { importedTwice } from './imported-twice.ts';

const recipientOf = (order: 'o' | 't') => ({
  name: sql.ref(`${order}.customer_name`),
  line1: sql.ref(`${order}.address`),
  postalCode: sql.ref(`${order}.postal_code`),
  country: sql.ref(`${order}.country`),
});

/** Connections `oc` and `tc` of one account that are of different kinds and both have orders: a shop, and what reads its orders. */
export const otherKinds = (tenant: Tenant) => sql`connections oc join connections tc
  on ${inAccount(tenant, 'oc')} and ${inAccount(tenant, 'tc')} and tc.connector <> oc.connector and 'orders' = any(tc.capabilities)`;

/**
 * The same sale `t` as order `o` of connection `oc`, as another kind of connection `tc` has it; `ch` is which of the two a person chose
 * to import. The number alone says nothing: every shop has a #1001.
 */
export const twinsOf = (tenant: Tenant) => sql`${otherKinds(tenant)}
  join orders t on ${inAccount(tenant, 't')} and t.connection_id = tc.id and t.source_order_number = o.source_order_number
    and t.deleted_at is null and t.cancelled_at is null and not t.sent_beside
    and t.order_date between o.order_date - interval '60 days' and o.order_date + interval '60 days'
      and ${isSameRecipient(recipientOf('o'), recipientOf('t'))}
  left join import_choices ch on ${inAccount(tenant, 'ch')} and ch.low_id = least(oc.id, tc.id) and ch.high_id = greatest(oc.id, tc.id)
  where oc.id = o.connection_id and not o.sent_beside`;

/** The goods of `t` have left, or cannot be stopped for sure. */
export const isTwinSent = sql`(t.warehouse_order_id is not null or t.confirmed_at is not null)`;

/** Orders that another kind of connection has too, while nobody has said which imports. */
export const findImportedTwice: Check = (tenant, orders) => sql`
  select o.id as order_id, o.connection_id, twin.name as subject, null as field, null::bigint as line_id,
    ${sentenceSql(importedTwice.sentences, 'imported_twice', {
      channel: sql`twin.name`,
      order: sql`twin.order_number`,
      isSent: sql`twin.is_sent`,
    })} as sentence
  from orders o cross join lateral (
    select tc.name, t.order_number, ${isTwinSent} as is_sent from ${twinsOf(tenant)} and ch.keeps_id is null order by is_sent desc, t.id
      limit 1
  ) as twin where ${inAccount(tenant, 'o')} and ${orders}`;
