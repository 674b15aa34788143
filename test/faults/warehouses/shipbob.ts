import type { Control } from '../../../sandbox/control/control.ts';
import { type KeptOrder, statusOf } from '../../../sandbox/shipbob/orders.ts';
import { shipBob as standIn } from '../../../sandbox/shipbob/stand-in.ts';
import { onceDone } from './recounts.ts';
import { between, noting, type Parcel, type Warehouse } from './warehouse.ts';

const building = 10;
const [lots, unitsOfLot] = [400, 3];
const merchantOf = (control: Control) => control.of(standIn);

/** Its goods lie in small lots, so that a line of an order is often packed of two. */
export const shipBob: Warehouse = {
  ...{
    connector: 'shipbob',
    method: 'Standard',
    building: String(building),
    sharesReferences: true,
    writes: { submit: 'submit_order', announce: 'create_asn' },
  },
  settings: (origin) => ({ token: 'demo-shipbob-token', api_origin: `${origin}/shipbob`, channel_id: '100102', package_type: 'Package' }),
  open(control, skus, soonMs) {
    const { add, pace } = merchantOf(control);
    pace.stepMs = soonMs;
    const lotOf = (at: number) => ({ lot: `L-${at}`, expires: '2030-03-31T00:00:00Z', units: unitsOfLot });
    for (const sku of skus)
      add({
        sku,
        name: `A ${sku.toLowerCase()}`,
        lots: [...Array.from({ length: lots }, (_, at) => lotOf(at)), { lot: null, units: 1_000_000 }],
      });
  },
  orders: (control) => merchantOf(control).orders.all().map(parcelOf),
  asns: (control) =>
    merchantOf(control)
      .receivings.all()
      .map(({ id, status, body }) => ({
        id: String(id),
        status: statuses[status],
        orderNumbers: between(body.freight?.notes?.replace(/^[^:]*: /, '')),
      })),
  receipts(control) {
    const { receivings, bySku } = merchantOf(control);
    return receivings.all().flatMap(({ id, boxes }) =>
      boxes
        .filter(({ status }) => status === 'Completed')
        .flatMap((box) => [...Map.groupBy(box.items, ({ sku, lot }) => `${box.id}-${bySku(sku)?.id}${lot === null ? '' : `-${lot}`}`)])
        .map(([key, items]) => ({ id: key, asn_id: String(id), quantity: items.reduce((sum, { stowed }) => sum + stowed, 0) })),
    );
  },
  shelves(control) {
    const units: Record<string, number> = {};
    for (const { sku, building: at, onHand } of merchantOf(control).shelves.all())
      if (at === building) units[sku] = (units[sku] ?? 0) + onHand;
    return units;
  },
  // Every third delivery is counted again a moment after it was done with.
  trouble(control) {
    const { receivings, recount } = merchantOf(control);
    return onceDone(receivings, ({ status }) => status === 'Completed', recount);
  },
  watch(control, note) {
    for (const change of ['add', 'change'] as const) noting(merchantOf(control).shelves as never, change, note);
  },
};

const statuses = { Awaiting: 'announced', Processing: 'receiving', Completed: 'closed', Cancelled: 'cancelled' } as const;

/** A shipment says SKUs, of which each line is filled in turn; what we call a line stands in the tags. */
function parcelOf(order: KeptOrder): Parcel {
  const called = new Map((order.body.tags ?? []).map(({ name, value }) => [name, value]));
  const left = order.shipments.filter(({ status }) => status === 'Completed');
  const units = new Map<string, number>();
  for (const { sku, quantity } of left.flatMap(({ taken }) => taken)) units.set(sku, (units.get(sku) ?? 0) + quantity);
  const lines = order.body.products.map(({ reference_id: sku, quantity, external_line_id }) => {
    const shipped = Math.min(quantity, units.get(sku) ?? 0);
    units.set(sku, (units.get(sku) ?? 0) - shipped);
    return { sku, quantity, shipped, line_reference: called.get(`Crossdock line ${external_line_id}`) ?? '' };
  });
  return {
    ...{ orderNumbers: between(order.body.order_number), recipient: order.body.recipient.name, lines },
    status: statusOf(order) === 'Cancelled' ? 'cancelled' : statusOf(order),
    trackingNumbers: left.map(({ id }) => `9400111${String(id).padStart(15, '0')}`),
    unitsShipped: lines.reduce((sum, { shipped }) => sum + shipped, 0),
  };
}
