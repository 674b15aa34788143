import type { Scope } from '../../../people/keys/scopes.ts';

/** What other systems can be told of, by noun and verb, and what each means. Browser-safe. A type never changes its meaning. */
export const events = [
  ['order.received', 'An order came in from its channel'],
  ['order.changed', 'What an order says was changed, by a person or its channel'],
  ['order.released', 'An order was checked and is on its way to the warehouse'],
  ['order.recalled', 'An order was taken back before the warehouse had it'],
  ['order.accepted', 'The warehouse accepted an order'],
  ['order.rejected', 'The warehouse refused an order'],
  ['order.replaced', 'The warehouse took over changes to an order'],
  ['order.packed', 'An order was picked and packed'],
  ['order.shipped', 'A parcel of an order has left'],
  ['order.confirmed', 'The channel accepted the confirmation of a parcel'],
  ['order.cancel_requested', 'Somebody asked to cancel an order'],
  ['order.cancel_answered', 'A request to cancel an order was accepted or refused'],
  ['order.cancelled', 'An order was cancelled'],
  ['order.held', 'An order was put on hold'],
  ['order.unheld', 'An order was taken off hold'],
  ['order.archived', 'An order was archived, or taken out of the archive'],
  ['order.deleted', 'An order was deleted'],
  ['order.restored', 'A deleted order was restored'],
  ['order.erased', 'The buyer’s data of an order were erased'],
  ['issue.opened', 'Something needs a person'],
  ['issue.closed', 'What needed a person is done'],
  ['stock.changed', 'The stock of a product changed'],
  ['purchase_order.created', 'A purchase order came in or was made'],
  ['purchase_order.changed', 'What a purchase order says was changed'],
  ['purchase_order.announced', 'The warehouse was told what to expect, or that it changed'],
  ['purchase_order.withdrawn', 'The warehouse no longer expects a purchase order'],
  ['purchase_order.rejected', 'The warehouse or the source refused something of a purchase order'],
  ['purchase_order.received', 'Goods of a purchase order were received or corrected'],
  ['purchase_order.fulfilled', 'Goods of a purchase order were sent out again'],
  ['purchase_order.processed', 'Receipts of a purchase order were processed'],
  ['purchase_order.held', 'A purchase order was put on hold'],
  ['purchase_order.unheld', 'A purchase order was taken off hold'],
  ['purchase_order.cancelled', 'A purchase order was cancelled'],
  ['purchase_order.closed', 'A purchase order was closed'],
  ['purchase_order.archived', 'A purchase order was archived, or taken out of the archive'],
  ['purchase_order.deleted', 'A purchase order was deleted'],
  ['purchase_order.restored', 'A deleted purchase order was restored'],
] as const;

export type EventType = (typeof events)[number][0];
/** The scope with which a key reads the events of a noun. */
const scopes = { order: 'read_orders', issue: 'read_issues', stock: 'read_stock', purchase_order: 'read_purchase_orders' } as const;
type Noun<Type> = Type extends `${infer Name extends keyof typeof scopes}.${string}` ? Name : never;
export const scopeOf = (type: EventType): Scope => scopes[type.slice(0, type.indexOf('.')) as Noun<EventType>];

export const eventTypes = events.map(([type]) => type) as [EventType, ...EventType[]];

/** What a person sends to see whether it arrives. Nobody subscribes to it; it goes to one subscription, whose id it names. */
export const testEvent = 'webhook.test';
