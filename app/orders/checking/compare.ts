import { sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { checkedTypes, type IssueType } from '../../issues/issue.ts';
import { type OrderEvent, recordEvents } from '../history.ts';
import { countriesWithoutPostalCodes, countriesWithStates } from '../order.ts';

type Difference = { order_id: number; type: IssueType; sentence: string; opened: boolean };

/**
 * Opens the checked issues that orders lack and closes those that are mended, and records both in the history. One statement for
 * any number of orders.
 */
export async function compareIssues(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Difference>`
    with wanted as (${wantedIssues(tenant, ids)}),
    closed as (
      update issues i set closed_at = now(), closed_by = ${tenant.userId}
      where i.account_id = ${tenant.accountId} and i.order_id = any(${ids}::bigint[]) and i.closed_at is null and i.type = any(${[...checkedTypes]}::text[])
        and not exists (select from wanted w where w.order_id = i.order_id and w.type = i.type and w.subject = i.subject)
      returning i.order_id, i.type, i.sentence
    ),
    opened as (
      insert into issues (account_id, order_id, connection_id, type, subject, field, line_id, sentence)
      select ${tenant.accountId}, order_id, connection_id, type, subject, field, line_id, sentence from wanted
      on conflict (account_id, order_id, type, subject) where closed_at is null and order_id is not null
        do update set sentence = excluded.sentence, field = excluded.field where issues.sentence <> excluded.sentence
      returning order_id, type, sentence
    )
    select order_id, type, sentence, true as opened from opened
    union all
    select order_id, type, sentence, false from closed`.execute(tenant.db);
  if (rows.length === 0) return;
  await recordEvents(tenant, rows.map(told));
  notify(tenant, 'issues');
}

const told = ({ order_id: orderId, sentence, opened }: Difference): OrderEvent =>
  opened ? { orderId, kind: 'stopped', sentence } : { orderId, kind: 'mended', sentence: `Mended: ${sentence}` };

function wantedIssues(tenant: Tenant, ids: number[]) {
  const scope = sql`o.account_id = ${tenant.accountId} and o.id = any(${ids}::bigint[])`;
  return sql`
    select o.id as order_id, o.connection_id, 'unmapped_sku' as type, l.sku as subject, 'lines' as field, min(l.id) as line_id,
      case when l.sku = '' then 'A line has no SKU, so it cannot be linked to a warehouse product.'
        else 'SKU ' || l.sku || ' is not linked to a warehouse product.' end as sentence
    from orders o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
    where ${scope} and not l.is_charge and l.product_id is null
    group by o.id, o.connection_id, l.sku
    union all
    select o.id, o.connection_id, 'unmapped_shipping', coalesce(o.source_shipping, ''), 'shipping_code', null,
      case when o.source_shipping is null then 'The channel gave no shipping method. Choose one.'
        else 'Shipping code ' || o.source_shipping || ' is not mapped to a warehouse shipping method.' end
    from orders o where ${scope} and o.shipping_code is null and o.units_ordered > 0
    union all
    select distinct on (o.id, l.location) o.id, o.connection_id, 'unmapped_location', l.location, 'location', l.id,
      'Location ' || lm.connector_location || ' is not mapped to a warehouse.'
    from orders o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
    join location_mappings lm on lm.account_id = o.account_id and lm.connection_id = o.connection_id and lm.internal_id = l.location
    where ${scope} and lm.amware_location is null
    union all
    select o.id, o.connection_id, 'address_incomplete', 'address', missing.first, null, 'The address has no ' || missing.list || '.'
    from orders o cross join lateral (
      select (array_agg(field order by place))[1] as first, string_agg(word, ', ' order by place) as list
      from (values
        (1, 'customer_name', 'name', o.customer_name = ''),
        (2, 'address', 'street', o.address = ''),
        (3, 'city', 'city', o.city = ''),
        (4, 'state', 'state', coalesce(o.state, '') = '' and o.country = any(${countriesWithStates}::text[])),
        (5, 'postal_code', 'postal code', o.postal_code = '' and o.country <> all(${countriesWithoutPostalCodes}::text[])),
        (6, 'country', 'country', o.country = '')
      ) as need (place, field, word, lacking) where lacking
    ) as missing
    where ${scope} and missing.list is not null and o.units_ordered > 0
    union all
    select o.id, o.connection_id, 'unreadable', 'status:' || o.source_status, 'source_status', null,
      'The channel gave it the status "' || o.source_status || '", which Crossdock does not know.'
    from orders o where ${scope} and o.source_state = 'unknown'
    union all
    select o.id, o.connection_id, 'unreadable', 'quantity:' || l.remote_line_id, 'lines', l.id,
      'Line ' || l.position || ' (' || l.sku || ') asks for ' || l.quantity || ' units, which cannot be shipped.'
    from orders o join order_lines l on l.account_id = o.account_id and l.order_id = o.id
    where ${scope} and not l.is_charge and l.quantity <= 0`;
}
