import type { Control } from '../../../sandbox/control/control.ts';
import type { Order } from '../../../sandbox/extensiv/records.ts';
import { extensiv as standIn } from '../../../sandbox/extensiv/stand-in.ts';
import type { Kept } from '../../../sandbox/kit/collection.ts';
import { onceDone } from './recounts.ts';
import { between, noting, type Parcel, type Warehouse } from './warehouse.ts';

const facility = 2;
const [lots, unitsOfLot] = [40, 3];
const everyMs = 100;
const customerOf = (control: Control) => control.of(standIn);

/** Its goods lie in small lots, few enough that a count is one page; its people hold and edit orders that wait. */
export const extensiv: Warehouse = {
  ...{
    connector: 'extensiv',
    method: 'UPS/03',
    building: String(facility),
    sharesReferences: true,
    writes: { submit: 'submit_order', announce: 'create_receiver' },
  },
  settings: (origin) => ({
    ...{ client_id: 'demo-extensiv-client', client_secret: 'demo-extensiv-secret', user_login: 'crossdock', customer_id: '143' },
    ...{ tpl_key: '01234567-89ab-cdef-0123-456789abcdef', facility_id: '', base_url: `${origin}/extensiv` },
  }),
  open(control, skus, soonMs) {
    const { items, deliveries, pace } = customerOf(control);
    pace.stepMs = soonMs;
    for (const sku of skus) {
      items.add({ sku, name: `A ${sku.toLowerCase()}`, upc: null });
      const shelf = { sku, building: facility, place: 'A-01', expires: null };
      for (let at = 0; at < lots; at += 1) deliveries.add({ ...shelf, lot: `L-${at}`, onHand: unitsOfLot });
      deliveries.add({ ...shelf, lot: null, onHand: 1_000_000 });
    }
  },
  orders: (control) => customerOf(control).orders.all().map(parcelOf),
  asns: (control) =>
    customerOf(control)
      .receivers.all()
      .map(({ id, status, body, lines }) => {
        const hasBegun = lines.some(({ expected }) => expected !== null);
        const open = hasBegun ? 'receiving' : 'announced';
        return {
          id: String(id),
          orderNumbers: between(body.poNum as string),
          status: status === 0 ? open : status === 1 ? 'closed' : 'cancelled',
        };
      }),
  receipts: (control) =>
    customerOf(control)
      .receivers.all()
      .filter(({ status }) => status === 1)
      .flatMap(({ id, lines }) => lines.map((line) => ({ id: String(line.id), asn_id: String(id), quantity: line.quantity }))),
  shelves(control) {
    const units: Record<string, number> = {};
    for (const { sku, building, onHand } of customerOf(control).deliveries.all())
      if (building === facility) units[sku] = (units[sku] ?? 0) + onHand;
    return units;
  },
  watch(control, note) {
    const { deliveries } = customerOf(control);
    for (const change of ['add', 'change'] as const) noting(deliveries as never, change, note);
  },
  // What is read and then written is another version by then (412); what is held is edited and goes on.
  trouble(control) {
    const { orders, receivers, change } = customerOf(control);
    const calm = onceDone(
      receivers,
      ({ status }) => status === 1,
      (receiver) =>
        change(receivers, receiver, {
          lines: receiver.lines.map((line, at) => (at === 0 ? { ...line, quantity: line.quantity - 1 } : line)),
        }),
    );
    let turn = 0;
    const timer = setInterval(() => {
      turn += 1;
      const waiting = orders.all().filter(({ status, picked }) => status === 0 && !picked);
      const order = waiting[turn % (waiting.length || 1)];
      if (order)
        change(orders, order, {
          held: order.held === null && turn % 3 === 0 ? 'Looks odd' : null,
          body: { ...order.body, notes: `Seen ${turn}` },
        });
      for (const other of waiting) if (other !== order && other.held !== null) change(orders, other, { held: null });
    }, everyMs);
    return () => {
      calm();
      clearInterval(timer);
    };
  },
};

function parcelOf({ reference: _, body, status, lines, cartons }: Kept<Order>): Parcel {
  const shipTo = body.shipTo as { name?: string } | undefined;
  const packed = cartons.flatMap(({ contents }) => contents);
  const shippedOf = (id: number) => packed.reduce((sum, { line, quantity }) => sum + (line === id ? quantity : 0), 0);
  const known = lines.map(({ id, sku, quantity, externalId }) => ({
    sku,
    quantity,
    shipped: shippedOf(id),
    line_reference: externalId ?? '',
  }));
  return {
    ...{ orderNumbers: between(body.poNum as string), recipient: shipTo?.name ?? '', lines: known },
    status: status === 2 ? 'cancelled' : status === 1 ? 'shipped' : 'open',
    trackingNumbers: cartons.map(({ trackingNumber }) => trackingNumber),
    unitsShipped: known.reduce((sum, { shipped }) => sum + shipped, 0),
  };
}
