import { z } from 'zod';
import type { Cursor } from '../../contract.ts';

/**
 * A walk reads the orders that were updated since the last one, by Shopify's clock, and then the orders of fulfilment orders that were
 * updated without them: a hold or a move need not count as a change of the order. Shopify's own cursors go on from a value and an id,
 * so nothing that moves to the end is lost.
 */
export type Walk = {
  step: 'orders' | 'parts';
  after: string | null;
  /** How many this list has given: it ends at 25,000. */
  read: number;
  orders: Watermark;
  parts: Watermark;
};
/**
 * What was updated since then is read. `from`: where the walk began, if it went on by a list of its own; `latest`: the last that was seen.
 */
type Watermark = { from: Date; since: Date; latest: Date };

const overlapMs = 2 * 60_000;
/** For clocks that differ: what changed before the first walk is read with its orders. */
const firstPartsMs = 60 * 60_000;
const mostOfList = 20_000;

const moment = z.string().transform((text) => new Date(text));
const watermark = z.object({ from: moment, since: moment, latest: moment });
const walkIn = z.object({
  step: z.enum(['orders', 'parts']),
  after: z.string().nullable(),
  read: z.int().min(0),
  orders: watermark,
  parts: watermark,
});

/** A cursor that cannot be read begins again: what is read twice changes nothing. */
export function walkAt(cursor: Cursor | null, since: Date, now: Date): Walk {
  const found = walkIn.safeParse(cursor).data;
  if (found) return found;
  const partsSince = new Date(Math.max(since.getTime(), now.getTime() - firstPartsMs));
  return { step: 'orders', after: null, read: 0, orders: begun(since), parts: begun(partsSince) };
}

const begun = (since: Date): Watermark => ({ from: since, since, latest: since });

/** Since when the list of this step is read. Whole seconds, rounded down. */
export const queryOf = (walk: Walk) => `updated_at:>='${walk[walk.step].since.toISOString().slice(0, 19)}Z'`;

export type Listed = { updated: Date[]; after: string | null };

/** The walk after a page of its list, and whether the list is at its end. */
export function readOn(walk: Walk, { updated, after }: Listed): { walk: Walk; ended: boolean } {
  const { from, since, latest } = walk[walk.step];
  const seen = new Date(Math.max(latest.getTime(), ...updated.map(Number)));
  const read = walk.read + updated.length;
  if (after === null) return { walk: { ...walk, [walk.step]: { from, since, latest: seen } }, ended: true };
  // A new list from what was seen last: it has the end of this one once more.
  if (read >= mostOfList)
    return { walk: { ...walk, after: null, read: 0, [walk.step]: { from, since: seen, latest: seen } }, ended: false };
  return { walk: { ...walk, after, read, [walk.step]: { from, since, latest: seen } }, ended: false };
}

/** The walk after all was read at once: what changed since that began is read again. */
export const walkFrom = (began: Date): Cursor => {
  const since = begun(new Date(began.getTime() - overlapMs));
  return cursorOf({ step: 'orders', after: null, read: 0, orders: since, parts: since });
};

export const toParts = (walk: Walk): Walk => ({ ...walk, step: 'parts', after: null, read: 0 });

/** Where the next walk begins. */
export const rested = ({ orders, parts }: Walk, now: Date): Walk => ({
  ...{ step: 'orders', after: null, read: 0 },
  ...{ orders: begun(before(orders, now)), parts: begun(before(parts, now)) },
});

/**
 * A little before what was seen last: what was updated before it may be seen after it. Once that is long ago, by clocks that may differ as
 * much again, all of it has been seen, and is not read at each look.
 */
function before({ from, latest }: Watermark, now: Date): Date {
  return now.getTime() - latest.getTime() > 2 * overlapMs ? latest : new Date(Math.max(from.getTime(), latest.getTime() - overlapMs));
}

export const cursorOf = ({ orders, parts, ...walk }: Walk): Cursor => ({ ...walk, orders: stored(orders), parts: stored(parts) });
const stored = ({ from, since, latest }: Watermark): Cursor => ({
  ...{ from: from.toISOString(), since: since.toISOString(), latest: latest.toISOString() },
});
