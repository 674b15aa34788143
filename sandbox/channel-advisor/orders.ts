import type { Clock } from '../clock.ts';
import type { Table } from '../journal.ts';
import { completeOrder } from './new-order.ts';
import type { Adjustment, AdvisorOrder, Fulfillment, NewOrder, OrderHead } from './order.ts';
import { isExternal } from './reference.ts';
import { rollupOf, statusOf } from './shipping.ts';
import type { EventType, Tell } from './webhooks.ts';

export type Orders = ReturnType<typeof createOrders>;
export type OrderChange = Partial<OrderHead> & {
  /** Units of lines that the buyer cancels; their fulfilment keeps the rest. */
  cancelled?: { sku: string; quantity: number }[] | undefined;
  /** What becomes of its open fulfilments there: a person, a store or another program works on them. */
  fulfillments?: Partial<Pick<Fulfillment, 'Type' | 'DeliveryStatus' | 'TrackingNumber' | 'DistributionCenterID'>> | undefined;
  /** Requests to cancel or refund, of a line by its SKU or of the whole order; one that there is already of the same line goes on. */
  adjustments?: AskedAdjustment[] | undefined;
  quantities?: { sku: string; quantity: number }[] | undefined;
};

type AskedAdjustment = Pick<Adjustment, 'RequestStatus'> & Partial<Pick<Adjustment, 'Type' | 'Quantity'>> & { sku?: string | undefined };

type OrderParts = { profileId: number; clock: Clock; productOf: (sku: string, title?: string) => number; tell: Tell };

const firstOrderId = 20_000_001;
const statusDates = { CheckoutStatus: 'CheckoutDateUtc', PaymentStatus: 'PaymentDateUtc' } as const;

/** An application's orders, in the order of their ids. */
export function createOrders(table: Table<AdvisorOrder>, { profileId, clock, productOf, tell }: OrderParts) {
  const now = () => new Date(clock.now()).toISOString();
  let last = [...table.rows.keys()].reduce((most, id) => Math.max(most, Number(id)), firstOrderId - 1);
  const numbers = new Set([...table.rows.values()].map(({ SiteOrderID }) => SiteOrderID));
  const patch = patchIn(table, now);
  return {
    rows: table.rows,
    get: (id: number) => table.rows.get(String(id)),
    /** Enters orders, as a marketplace import does. */
    add: (orders: NewOrder[]): AdvisorOrder[] =>
      orders.map((order) => {
        last += 1;
        const complete = completeOrder(order, { ID: last, ProfileID: profileId, now: now(), productOf });
        numbers.add(complete.SiteOrderID);
        table.put(String(last), complete);
        if (complete.PaymentStatus === 'Cleared') tell('PaymentCleared', complete);
        return complete;
      }),
    hasNumber: (number: string) => numbers.has(number),
    /** Acknowledges, or takes it back. Nothing of the order shows it, nor does its date of change. */
    setExported: (order: AdvisorOrder, exported: boolean) => table.patch(String(order.ID), { exported }),
    /** Changes an order as a buyer, a marketplace or a person does. */
    change: (order: AdvisorOrder, change: OrderChange) => {
      patch(order, changed(order, change, now()));
      for (const event of eventsOf(change)) tell(event, order);
    },
    /** Cancels all that has not left. */
    cancel: (order: AdvisorOrder) => {
      patch(order, { Fulfillments: order.Fulfillments.map(cancelUnsent) });
      tell('CancellationFinalized', order);
    },
    changeFulfillments: (order: AdvisorOrder, Fulfillments: Fulfillment[]) => {
      patch(order, { Fulfillments: Fulfillments.map((one) => dated(one, order, now())) });
      tell('SellerFulfillmentStatusChanged', order);
    },
    remove: (order: AdvisorOrder) => table.remove(String(order.ID)),
    now,
  };
}

/** With the time of its change, where it was changed or is new. */
const dated = (one: Fulfillment, { Fulfillments }: AdvisorOrder, now: string): Fulfillment =>
  Fulfillments.includes(one) ? one : { ...one, UpdatedDateUtc: now };

const cancelUnsent = (one: Fulfillment): Fulfillment => (one.DeliveryStatus === 'NoChange' ? { ...one, DeliveryStatus: 'Canceled' } : one);

function eventsOf({ PaymentStatus, fulfillments, cancelled = [], adjustments = [] }: OrderChange): EventType[] {
  return [
    ...(PaymentStatus === 'Cleared' ? (['PaymentCleared'] as const) : []),
    ...(fulfillments ? (['SellerFulfillmentStatusChanged'] as const) : []),
    ...cancelled.map(() => 'CancellationFinalized' as const),
    ...adjustments.map(({ Type = 'Cancellation', RequestStatus }): EventType => {
      const hasEnded = RequestStatus === 'PostProcessingComplete' || RequestStatus === 'RejectionCompleted';
      return `${Type}${hasEnded ? 'Finalized' : 'Started'}`;
    }),
  ];
}

/** Writes changes of an order, with its state of shipping and the dates that follow from them. */
const patchIn = (table: Table<AdvisorOrder>, now: () => string) => (order: AdvisorOrder, changes: Partial<AdvisorOrder>) => {
  const after = { ...order, ...changes };
  const ShippingStatus = statusOf(after);
  const moved = ShippingStatus === order.ShippingStatus ? {} : { ShippingStatus, ShippingDateUtc: now() };
  table.patch(String(order.ID), {
    ...{ ...changes, ...moved },
    ...{ DistributionCenterTypeRollup: rollupOf(after), UpdatedDateUtc: now() },
  });
};

function changed(
  order: AdvisorOrder,
  { cancelled = [], quantities = [], adjustments = [], fulfillments, ...head }: OrderChange,
  now: string,
): Partial<AdvisorOrder> {
  const dates = Object.entries(statusDates).filter(([status]) => status in head);
  for (const { sku, quantity } of quantities) setQuantity(order, sku, quantity);
  for (const { sku, quantity } of cancelled) cancelUnits(order, sku, quantity);
  for (const adjustment of adjustments) adjust(order, adjustment);
  const Fulfillments = order.Fulfillments.map((one) =>
    fulfillments && hasNotLeft(one) ? { ...one, ...fulfillments, UpdatedDateUtc: now } : one,
  );
  return {
    ...head,
    ...Object.fromEntries(dates.map(([, date]) => [date, now])),
    ...{ Items: order.Items, Fulfillments, Adjustments: order.Adjustments },
  };
}

const openItems = ({ Fulfillments }: AdvisorOrder, sku: string) =>
  Fulfillments.filter((one) => one.DeliveryStatus === 'NoChange' && !isExternal(one.DistributionCenterID))
    .flatMap(({ Items }) => Items)
    .filter(({ Sku }) => Sku === sku);

const hasNotLeft = ({ DeliveryStatus, DistributionCenterID }: Fulfillment) =>
  !isExternal(DistributionCenterID) && DeliveryStatus !== 'Complete' && DeliveryStatus !== 'Canceled';

function cancelUnits(order: AdvisorOrder, sku: string, quantity: number) {
  const line = order.Items.find(({ Sku }) => Sku === sku);
  const [open] = openItems(order, sku);
  if (!line || !open || open.Quantity < quantity) throw new Error(`There are no ${quantity} open units of ${sku}.`);
  open.Quantity -= quantity;
  adjust(order, { sku, RequestStatus: 'PostProcessingComplete', Quantity: quantity });
}

/** Begins a request, or moves on the one that there is: its status, and as many units. */
function adjust(order: AdvisorOrder, { sku, RequestStatus, Type = 'Cancellation', Quantity = null }: AskedAdjustment) {
  const line = order.Items.find(({ Sku }) => Sku === sku);
  if (sku !== undefined && !line) throw new Error(`There is no line of ${sku}.`);
  const { ID, Adjustments } = line ?? order;
  const open = Adjustments.find((one) => one.Type === Type && one.RequestStatus !== 'PostProcessingComplete');
  if (open) Object.assign(open, { RequestStatus, Quantity: Quantity ?? open.Quantity });
  else Adjustments.push({ ID: ID * 10 + Adjustments.length + 1, OrderItemID: line?.ID ?? null, Type, RequestStatus, Quantity });
}

function setQuantity(order: AdvisorOrder, sku: string, quantity: number) {
  const line = order.Items.find(({ Sku }) => Sku === sku);
  const [open] = openItems(order, sku);
  if (!line || !open) throw new Error(`There is no open line of ${sku}.`);
  open.Quantity += quantity - line.Quantity;
  line.Quantity = quantity;
}
