import { z } from 'zod';
import type { ChannelOrder } from '../contract.ts';
import type { Window } from './client.ts';
import { clearOfRepeatedHour } from './pacific.ts';

/** Where a walk through orders in ascending ModifyDate stands. `read` counts the orders since it set out. */
export type Walk = Window & { maxSeen: Date | null; read: number };

const moment = z.union([z.date(), z.string().transform((text) => new Date(text))]);
export const walkIn = z.object({ from: moment, page: z.number(), size: z.number(), maxSeen: moment.nullable(), read: z.number() });

/** Orders become visible a little after their ModifyDate: most at once, the last within five minutes. */
export const overlap = 5 * 60_000;

export const setOut = (from: Date): Walk => ({ from: clearOfRepeatedHour(from), page: 1, size: 500, maxSeen: null, read: 0 });

export function seen(walk: Walk, records: ChannelOrder[], count: number): Walk {
  const maxSeen = records.reduce((latest, { modifiedAt }) => (latest && latest > modifiedAt ? latest : modifiedAt), walk.maxSeen);
  return { ...walk, maxSeen, read: walk.read + count };
}

/** Moves the window up when that is safe and gets us further, else turns the page. */
export function onward(walk: Walk, records: ChannelOrder[]): Walk {
  // A millisecond back: V1 keeps seven digits of a second and we three, and its filter may exclude its bound.
  const anchor = walk.maxSeen && clearOfRepeatedHour(new Date(walk.maxSeen.getTime() - 1));
  if (isAscending(records) && anchor && anchor > walk.from) return { ...walk, from: anchor, page: 1, size: larger(walk.size) };
  return { ...walk, page: walk.page + 1 };
}

/** At its end: the next one begins `back` before the newest order; or where pages were turned, while they may have shifted. */
export function rested(walk: Walk, back: number, now: Date): Walk {
  const rest = { ...walk, page: 1, size: larger(walk.size), read: 0 };
  if (!walk.maxSeen) return rest;
  const settled = walk.page === 1 || now.getTime() - walk.maxSeen.getTime() > overlap;
  return settled ? { ...rest, from: clearOfRepeatedHour(new Date(walk.maxSeen.getTime() - back)) } : rest;
}

function isAscending(records: ChannelOrder[]): boolean {
  return records.every(({ modifiedAt }, index) => index === 0 || modifiedAt >= (records[index - 1]?.modifiedAt ?? modifiedAt));
}

// An order that V1 cannot write makes every page that it is on reply 5xx: smaller pages close in on it. Each size
// divides the one before, so that a page of the larger is whole pages of the smaller.
const sizes = [500, 250, 125, 25, 5, 1];
const larger = (size: number) => sizes[Math.max(0, sizes.indexOf(size) - 1)] ?? 1;

export function smaller(walk: Walk): Walk {
  const size = sizes[sizes.indexOf(walk.size) + 1] ?? 1;
  return { ...walk, size, page: ((walk.page - 1) * walk.size) / size + 1 };
}
