import type { SellerOrder } from '../../../sandbox/ship-station/order.ts';

/**
 * The expected outcome of an order: shipped, closed without goods, stopped for a person, or changed at its channel on the way:
 * cancelled, split, merged with another, deleted, or left to somebody else who sends it.
 */
export type Fate = 'shipped' | 'no_goods' | 'unmapped' | 'cancelled' | 'split' | 'merged' | 'deleted' | 'external';
export type Units = Record<string, number>;
/** What was sold, wherever the channel moves it: units by SKU, and the channel's ids of all orders that they were in. */
export type Purchase = { sold: Units; orders: Set<string> };
export type Sale = { remoteId: string; number: string; fate: Fate; purchase: Purchase };
/** An order that was entered; `turn` counts the quarters of hundreds, so that the same edit strikes at different times. */
export type Entered = { sale: Sale; order: SellerOrder; turn: number };
/** Something that a person or a marketplace does at the channel, when it is due. */
export type Edit = { isDue: () => boolean; act: () => void };
