import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import { connectionIssues } from '../../../shared/issues/types/connections.ts';
import { mappingIssues } from '../../../shared/issues/types/mapping.ts';
import { loosePrefix, purchaseIssues, rereadSubject } from '../../../shared/issues/types/purchase-orders.ts';
import { unitsOver } from '../../catalogue/items/purchased-units.ts';

/** The types that the check of purchase orders opens and closes. */
export const purchaseCheckedTypes: IssueType[] = [
  ...(['unmapped_item', 'unmapped_location', 'unreadable', 'over_received', 'unexpected_item'] as const),
  ...(['cancelled_after_receipt', 'ended_at_source'] as const),
];

const unexpected = purchaseIssues.unexpected_item.sentences;
const unmappedItem = mappingIssues.unmapped_item.sentences;
const unmappedLocation = mappingIssues.unmapped_location.sentences;
const unreadable = connectionIssues.unreadable.sentences;
const came = { units: sql`r.quantity`, sku: sql`r.sku` };
/** Why a receipt `r` waits for a person; any other came for a purchase order that had been deleted. */
const waiting = [
  ['unknown_sku', 'not_on_order'],
  ['changed', 'receipt_corrected'],
  ['held', 'came_while_held'],
  ['cancelled', 'came_though_cancelled'],
  ['closed_out', 'came_after_close'],
] as const;
const waitSentence = waiting.reduceRight(
  (others, [reason, code]) =>
    sql`case when r.waits_for = ${sql.lit(reason)} then ${sentenceSql(unexpected, code, came)} else ${others} end`,
  sentenceSql(unexpected, 'came_after_deletion', came),
);

const unitsOf = { received: sql`p.units_received`, ordered: sql`p.units_ordered` };
const goesOn = sql`p.cancelled_at is null and p.closed_at is null and p.deleted_at is null and p.source_state in ('open', 'unknown')`;

type Query = (tenant: OfAccount, which: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * Ended by their source while goods are on the way; a cancelled one is withdrawn by itself, so a person is asked where the warehouse was
 * told too late. What was taken back, or corrected after it was booked, has come all the same.
 */
const notCome = { state: sql`p.source_state`, due: sql`due.units`, announced: sql`due.announced` };
const ofEndedAtSource: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'ended_at_source', 'order:' || p.id, null,
    ${sentenceSql(purchaseIssues.ended_at_source.sentences, 'ended_at_source', notCome)}
  from purchase_orders p cross join lateral (
    select coalesce(sum(l.quantity_announced), 0) as announced, coalesce(sum(greatest(0, l.quantity_announced - came.units)), 0) as units
    from purchase_order_lines l cross join lateral (
      select coalesce(sum(c.quantity), 0) as units from receipt_lines c where ${inAccount(tenant, 'c')} and c.line_id = l.id
        and c.quantity > 0) as came
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id) as due
  where ${inAccount(tenant, 'p')} and ${which} and p.cancelled_at is null and p.closed_at is null and p.close_reason is null
    and p.cancel_requested_at is null and p.deleted_at is null
    and (p.source_state = 'closed' or (p.source_state = 'cancelled' and p.withdraw_outcome is not null and p.receipts_counted = 0))
      and due.units > 0
    and exists (select from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id and a.state in ('announced', 'receiving'))
    and not exists (select from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id
      and r.accepted_at > r.processed_at)`;

const ofUnmappedItems: Query = (tenant, which) => sql`
  select p.id as purchase_order_id, p.connection_id, 'unmapped_item' as type, l.sku as subject, min(l.id) as line_id,
    ${sentenceSql(unmappedItem, 'item_not_linked', { sku: sql`l.sku` })} as sentence
  from purchase_orders p join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
  where ${inAccount(tenant, 'p')} and ${which} and ${goesOn} and l.product_id is null and l.raw_material_id is null and l.quantity > 0
    group by p.id, p.connection_id, l.sku`;

const location = sql`coalesce(p.source_location_name, p.source_location)`;
const ofUnmappedLocations: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'unmapped_location', coalesce(p.source_location, ''), null,
    case when p.source_location is null then ${sentenceSql(unmappedLocation, 'no_warehouse_chosen', {})}
      else ${sentenceSql(unmappedLocation, 'location_not_mapped', { location })} end
  from purchase_orders p where ${inAccount(tenant, 'p')} and ${which} and ${goesOn} and p.mapped_warehouse is null`;

const ofUnreadableStatuses: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'unreadable', 'status:' || p.source_status, null,
    ${sentenceSql(unreadable, 'source_status_unknown', { status: sql`p.source_status` })}
  from purchase_orders p where ${inAccount(tenant, 'p')} and ${which} and ${goesOn} and p.source_state = 'unknown'`;

/** That a source did not give it when it was asked again stands until it has. */
const ofUnreadAgain: Query = (tenant, which) => sql`
  select p.id, i.connection_id, i.type, i.subject, null, i.sentence
  from purchase_orders p join issues i on ${inAccount(tenant, 'i')} and i.purchase_order_id = p.id and i.closed_at is null
    and i.type = 'unreadable' and i.subject = ${rereadSubject}
  where ${inAccount(tenant, 'p')} and ${which} and p.must_reread and p.cancelled_at is null and p.closed_at is null
    and p.deleted_at is null`;

const unitsAsked = sql`l.quantity::bigint * l.units_per_sale`;
const ofUnreadableQuantities: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'unreadable', 'quantity:' || l.position, l.id,
    ${sentenceSql(unreadable, 'quantity_unsendable', { line: sql`l.position`, sku: sql`l.sku`, quantity: unitsAsked })}
  from purchase_orders p join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
  where ${inAccount(tenant, 'p')} and ${which} and ${goesOn} and (l.quantity < 0 or ${unitsAsked} > 2147483647)`;

const ourSku = sql`coalesce(l.mapped_sku, l.sku)`;
const packs = { packs: sql`l.quantity`, each: sql`l.units_per_sale` };
const tooMuch = { over: sql`${unitsOver('l')}`, sku: ourSku, ordered: unitsAsked };
const { sentences: ofOver } = purchaseIssues.over_received;
const ofTooMuchReceived: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'over_received', 'line:' || l.id, l.id,
    case when l.units_per_sale = 1 then ${sentenceSql(ofOver, 'over_received', tooMuch)}
      else ${sentenceSql(ofOver, 'packs_over_received', { ...tooMuch, ...packs })} end
  from purchase_orders p join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
  where ${inAccount(tenant, 'p')} and ${which} and p.deleted_at is null and l.quantity_received > 0
    and ${unitsOver('l')} > l.over_accepted`;

/** Of whole packs the source is told, so a person decides about units that none will complete. */
const loose = sql`(l.quantity_received % l.units_per_sale)`;
const ofLooseUnits: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'unexpected_item', ${sql.lit(loosePrefix)} || l.id, l.id,
    ${sentenceSql(unexpected, 'no_whole_pack', { units: loose, sku: ourSku, each: sql`l.units_per_sale` })}
  from purchase_orders p join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
  where ${inAccount(tenant, 'p')} and ${which} and p.deleted_at is null and p.connection_id is not null and l.remote_line_id is not null
    and ${loose} > 0 and ${loose} <> l.loose_accepted and (p.closed_at is not null or p.close_reason is not null or (
      select a.state from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id order by a.id desc limit 1) = 'closed')`;

/** A source books no negative quantity, so a person corrects what it has booked. */
const ofMoreTakenBack: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'unexpected_item', 'line:' || l.id, l.id,
    ${sentenceSql(unexpected, 'more_taken_back', { units: sql`-sum(c.quantity)`, sku: ourSku })}
  from purchase_orders p
  join receipts r on ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id and r.waits_for is null and r.processed_at is null
    and r.booking_id is null
  join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = r.id
  join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = c.line_id
  where ${inAccount(tenant, 'p')} and ${which} and p.deleted_at is null and p.connection_id is not null group by p.id, p.connection_id,
    l.account_id, l.id having sum(c.quantity) < 0`;

const ofCancelledAfterReceipt: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'cancelled_after_receipt', 'order:' || p.id, null,
    ${sentenceSql(purchaseIssues.cancelled_after_receipt.sentences, 'cancelled_after_receipt', unitsOf)}
  from purchase_orders p
  where ${inAccount(tenant, 'p')} and ${which} and p.source_state = 'cancelled' and p.receipts_counted > 0 and p.cancelled_at is null
    and p.closed_at is null and p.close_reason is null and p.deleted_at is null`;

/**
 * A part has come, which no person had to accept, and the warehouse no longer has the announcement: the order would be received without
 * end.
 */
const ofRestCancelledThere: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'cancelled_after_receipt', 'rest:' || p.id, null,
    ${sentenceSql(purchaseIssues.cancelled_after_receipt.sentences, 'rest_not_expected', unitsOf)}
  from purchase_orders p
  where ${inAccount(tenant, 'p')} and ${which} and ${goesOn} and p.receipts_counted > 0 and p.close_reason is null
    and (select a.state from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id
      order by a.id desc limit 1) = 'cancelled'
    and exists (select from receipts r where ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id and r.waits_for is null
      and r.accepted_at is null)`;

const ofOther = { ...came, announcement: sql`r.asn_id`, order: sql`other.po_number` };
const ofWaitingReceipts: Query = (tenant, which) => sql`
  select p.id, p.connection_id, 'unexpected_item', 'receipt:' || r.id, null,
    case when other.po_number is null then ${waitSentence} else ${sentenceSql(unexpected, 'receipt_of_another', ofOther)} end
  from purchase_orders p join receipts r on ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id
  left join lateral (select o.po_number from asns a join purchase_orders o on ${inAccount(tenant, 'o')} and o.id = a.purchase_order_id
    where r.waits_for = 'changed' and ${inAccount(tenant, 'a')} and a.connection_id = r.connection_id and a.remote_id = r.asn_id
      and o.id <> p.id limit 1) as other on true
  where ${inAccount(tenant, 'p')} and ${which} and p.deleted_at is null and r.waits_for is not null`;

/** The issues that purchase orders `p` should have open: `purchase_order_id, connection_id, type, subject, line_id, sentence`. */
export const dueIssues: Query = (tenant, which) => sql`
  ${ofUnmappedItems(tenant, which)}
  union all ${ofUnmappedLocations(tenant, which)}
  union all ${ofUnreadableStatuses(tenant, which)}
  union all ${ofUnreadableQuantities(tenant, which)}
  union all ${ofUnreadAgain(tenant, which)}
  union all ${ofTooMuchReceived(tenant, which)}
  union all ${ofLooseUnits(tenant, which)}
  union all ${ofMoreTakenBack(tenant, which)}
  union all ${ofCancelledAfterReceipt(tenant, which)}
  union all ${ofRestCancelledThere(tenant, which)}
  union all ${ofEndedAtSource(tenant, which)}
  union all ${ofWaitingReceipts(tenant, which)}`;
