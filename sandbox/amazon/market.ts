import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';
import type { Account, Parts } from '../kit/stand-in.ts';
import { hash } from '../seeded.ts';
import { type Listing, marketplaces, type newListing } from './listing.ts';
import { type Act, leftOf, type MarketOrder, type NewOrder, newOrder, type Package, sentOf } from './order.ts';
import { type Change, openWork } from './work.ts';

/** A seller, and our application that it was authorised for. */
export type Credentials = { key: string; secret: string; refreshToken: string; seller: string; store: string };

/** What Amazon has granted the application, how long its searches look back from now, and how long its work takes. */
export type Site = { seesAddresses: boolean; lagMs: number; workMs: number };

export type Market = ReturnType<typeof openMarket>;
export type Seller = Market & Credentials & Account;
export type SellerOf = (request: FastifyRequest) => Seller;

const digits = (number: number) => String(number).padStart(7, '0');

export function openMarket({ key }: Credentials, parts: Parts) {
  const { collection, clock } = parts;
  const [orders, listings] = [collection<MarketOrder>('orders', 1_001), collection<Listing>('listings', 1)];
  const byOrderId = (orderId: string) => orders.find((order) => order.orderId === orderId);
  const find = (sku: string) => listings.find((one) => one.sku === sku);
  const site: Site = { seesAddresses: true, lagMs: 120_000, workMs: 30_000 };
  /** Sets what a seller sends itself: a listing that Amazon sent becomes one. False: there is no such listing. */
  const stock = (sku: string, marketplace: string, { quantity, isMerged, fulfillment_channel_code: channel, ...said }: Change) =>
    put(listings, sku, { quantity: { [marketplace]: quantity }, channel, others: { ...(isMerged && find(sku)?.others), ...said } });
  const enter = (entered: NewOrder): Kept<MarketOrder> => {
    const { items, ...order } = newOrder.parse(entered);
    for (const { sku, quantity } of items) {
      const { [order.marketplace]: before } = find(sku)?.quantity ?? {};
      if (before !== undefined) put(listings, sku, { quantity: { [order.marketplace]: before - quantity } });
    }
    return orders.add((id) => ({
      ...{ ...order, orderId: `902-${digits(hash(key) % 10_000_000)}-${digits(id)}`, packages: [] },
      items: items.map((item, at) => ({ ...item, id: `${id}${String(at + 1).padStart(10, '0')}`, askedBack: null, cancelledBy: null })),
    }));
  };
  /** A number that there is names the parcel that is edited. */
  const send = (order: Kept<MarketOrder>, parcel: Omit<Package, 'createdAt'>) => {
    const others = order.packages.filter(({ reference }) => reference !== parcel.reference);
    orders.change(order, { packages: [...others, { ...parcel, createdAt: clock.now() }] });
  };
  return {
    ...{ site, orders, listings, enter, byOrderId, stock, send, now: clock.now },
    work: openWork(parts, { site, listings, stock }),
    list: ({ sku, name = sku, asin = `B0${sku}`, channel, quantity }: z.output<typeof newListing>) =>
      listings.add({ sku, name, asin, channel, others: {}, quantity: Object.fromEntries(marketplaces.map(({ id }) => [id, quantity])) }),
    act(orderId: string, act: Act) {
      const order = byOrderId(orderId);
      if (order) perform(order, act, { orders, send, now: clock.now });
      return order ? { id: orderId } : null;
    },
  };
}

function put(listings: Collection<Listing>, sku: string, { quantity, ...changes }: Partial<Listing>): boolean {
  const listing = listings.find((one) => one.sku === sku);
  if (listing) listings.change(listing, { ...changes, quantity: { ...listing.quantity, ...quantity } });
  return listing !== undefined;
}

function perform(
  order: Kept<MarketOrder>,
  { pay, askBack, cancel, send: sent }: Act,
  { orders, send, now }: Pick<Market, 'orders' | 'send' | 'now'>,
): void {
  const cancels = (sku: string) => cancel?.length === 0 || cancel?.includes(sku);
  const items = order.items.map((item) => ({
    ...item,
    ...(askBack?.sku === item.sku && { askedBack: askBack.reason }),
    ...(cancels(item.sku) && sentOf(order, item.id) === 0 && { cancelledBy: 'MERCHANT' as const }),
  }));
  if (pay || askBack || cancel) orders.change(order, { items, ...(pay && { isPaid: true }) });
  const item = sent && order.items.find(({ sku }) => sku === sent.sku);
  if (!item || sent.quantity > leftOf(order, item)) return;
  const at = order.packages.length;
  const parcel = { reference: String(at + 1), carrier: 'UPS', service: null, tracking: `BY-HAND-${at}` };
  send(order, { ...parcel, shippedAt: new Date(now()).toISOString(), items: [{ id: item.id, quantity: sent.quantity }] });
}
