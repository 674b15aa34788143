import type { Values } from '../fill.ts';
import type { Shop } from '../shop.ts';

/** By call: makes or finds the records that its example names. */
export type Records = Record<string, (shop: Shop) => Promise<Values> | Values>;
