import { type Nullable, sql } from 'kysely';
import type { ShipmentConfirmation } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { hasWhatItCloses } from '../../lines/without-goods.ts';
import { type ComposedLine, confirmedLine } from './confirmed-line.ts';

/**
 * What an effect confirms. `looksShipped`: the channel showed it as shipped, so it may have been confirmed already; `openUntil`: until
 * when it is known that the channel did not; `completesNone`: the parcel holds nothing that the channel is told of, as parts of packs, of
 * which it is told with the last one, or what was added here.
 */
export type Confirming = {
  outboxId: number;
  confirmation: ShipmentConfirmation;
  looksShipped: boolean;
  openUntil: Date;
  completesNone: boolean;
};

/**
 * What these effects confirm. A confirmation of one shipment carries that shipment, one of a whole order its last shipment, one of an
 * order without goods none; one that has goods by now is not confirmed so. A line that was edited here is confirmed up to the channel's own
 * quantity, a line that was added here not at all.
 */
export async function confirmationsOf(tenant: Tenant, outboxIds: number[]): Promise<Confirming[]> {
  const rows = await shipmentsToConfirm(tenant, outboxIds);
  const others = await shipmentsToConfirm(
    tenant,
    rows.flatMap(({ same_number }) => same_number ?? []),
  );
  return rows.map((row) => {
    const before = (row.same_number ?? []).flatMap((id) => others.find(({ outbox_id }) => outbox_id === id) ?? []);
    const sameNumber = before.map((one) => ({ key: one.key, lines: linesOf(one) })).filter(({ lines }) => lines.length > 0);
    const confirmation = {
      ...{ key: row.key, remoteOrderId: row.remote_id },
      ...{ handle: row.handle, method: row.method, completes: row.completes },
      carrier: row.carrier ?? 'other',
      trackingNumber: row.tracking_number ?? '',
      trackingUrl: row.tracking_url,
      shippedAt: row.shipped_at,
      lines: linesOf(row),
      ...(sameNumber.length > 0 && { sameNumber }),
    };
    // Without lines is also a parcel of what was added here alone.
    const completesNone = !row.completes && confirmation.lines.length === 0 && (row.lines !== null || row.of_parcel);
    const { outbox_id: outboxId, looks_shipped: looksShipped, open_until: openUntil } = row;
    return { outboxId, confirmation, looksShipped, openUntil, completesNone };
  });
}

const linesOf = ({ lines }: ToConfirm) => (lines ?? []).filter(({ quantity }) => quantity > 0).map(confirmedLine);

type ToConfirm = Columns<'outbox', 'key'> &
  Columns<'orders', 'remote_id' | 'handle'> &
  Nullable<Columns<'shipments', 'carrier' | 'method' | 'tracking_number' | 'tracking_url'>> &
  Columns<'shipments', 'shipped_at'> & {
    completes: boolean;
    outbox_id: Column<'outbox', 'id'>;
    looks_shipped: boolean;
    open_until: Date;
    of_parcel: boolean;
    lines: ComposedLine[] | null;
    /** Confirmations of parcels that left before it under its tracking number. */
    same_number: Column<'outbox', 'id'>[] | null;
  };

/** A channel may list a change only some minutes after it was made. */
const visibleAfterMinutes = 5;

async function shipmentsToConfirm(tenant: Tenant, outboxIds: number[]): Promise<ToConfirm[]> {
  if (outboxIds.length === 0) return [];
  const { rows } = await sql<ToConfirm>`
    select x.id as outbox_id, x.key, x.shipment_id is not null as of_parcel, o.remote_id, o.handle, s.method,
      -- Not by its status, which is that of an issue as long as the channel refuses a parcel.
      coalesce(o.cancelled_at is null and o.units_shipped >= o.units_ordered and not exists (select from shipments later
        where ${inAccount(tenant, 'later')} and later.order_id = o.id and later.id > s.id and later.confirmed_at is null), true)
        as completes,
      o.source_state = 'shipped' as looks_shipped,
      greatest(o.seen_at, r.drained_at - make_interval(mins => ${visibleAfterMinutes})) as open_until,
      s.carrier, s.tracking_number, s.tracking_url,
      -- The same at each attempt: by it a channel's parcel is known again. A warehouse whose times have no zone may date it before it was
      -- ordered, which channels refuse. What has no parcel has no goods.
      case when s.id is null then x.created_at else greatest(s.shipped_at, least(o.order_date, s.created_at)) end as shipped_at,
      (${linesIn(tenant)}) as lines,
      (select json_agg(y.id order by y.shipment_id) from outbox y
        join shipments earlier on ${inAccount(tenant, 'earlier')} and earlier.id = y.shipment_id
          and earlier.tracking_number = s.tracking_number
        where ${inAccount(tenant, 'y')} and y.order_id = o.id and y.kind = 'confirm' and y.shipment_id < s.id and s.tracking_number <> '')
        as same_number
    from outbox x join orders o on ${inAccount(tenant, 'o')} and o.id = x.order_id
    left join streams r on ${inAccount(tenant, 'r')} and r.connection_id = o.connection_id and r.stream = 'orders'
    left join lateral (
      select * from shipments of where ${inAccount(tenant, 'of')} and of.order_id = o.id and (x.shipment_id is null
        or of.id = x.shipment_id)
      order by of.shipped_at desc, of.id desc limit 1
    ) as s on true
    where ${inAccount(tenant, 'x')} and x.id = any(${outboxIds}::bigint[]) and ${hasWhatItCloses}`.execute(tenant.db);
  return rows;
}

/** What an effect `x` confirms of an order `o`: what is in its parcel, or in all of them. */
const linesIn = (tenant: OfAccount) => sql`
  select json_agg(json_build_object('remoteLineId', l.remote_line_id, 'handle', l.handle, 'quantity', now.sold,
    'lots', case when l.units_per_sale = 1 then shipped.lots end,
    'serials', case when l.units_per_sale = 1 then shipped.serials end) order by l.position)
  from (
    select sl.order_line_id, coalesce(sum(sl.quantity) filter (where of.id < x.shipment_id), 0) as before,
      sum(sl.quantity) filter (where x.shipment_id is null or of.id <= x.shipment_id) as so_far,
      json_agg(json_build_object('lot', sl.lot, 'quantity', sl.quantity) order by sl.id)
        filter (where sl.lot is not null and (x.shipment_id is null or of.id = x.shipment_id)) as lots,
      json_agg(to_json(sl.serials) order by sl.id)
        filter (where sl.serials is not null and (x.shipment_id is null or of.id = x.shipment_id)) as serials
    from shipment_lines sl join shipments of on ${inAccount(tenant, 'of')} and of.id = sl.shipment_id
    where ${inAccount(tenant, 'sl')} and of.order_id = o.id group by 1
  ) as shipped
  join order_lines l on ${inAccount(tenant, 'l')} and l.id = shipped.order_line_id and l.source_quantity is distinct from 0
  -- Of what is sold in packs, the packs that are complete with this parcel; of all parcels never more than the channel sold.
  cross join lateral (select least(so_far / l.units_per_sale, l.source_quantity)
    - least(before / l.units_per_sale, l.source_quantity) as sold) as now
  where so_far > before`;
