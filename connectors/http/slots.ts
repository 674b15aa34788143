import type { Learned } from './learned.ts';
import type { ConcurrentLimit, Slot, Taken } from './limit-kinds.ts';
import { latest } from './window.ts';

/** The requests that are under way, at most `max`. The slot of a process that died ends by itself. */
export type SlotBucket = { kind: 'concurrent'; max: number; slots: Slot[]; blockedUntil: Date | null };

/** How soon to look again for a free slot. */
const retryMs = 100;

export function take(bucket: SlotBucket | null, limit: ConcurrentLimit, now: Date, slot: Slot): Taken<SlotBucket> {
  const current = bucket ?? empty(limit);
  if (current.blockedUntil && current.blockedUntil > now) return { bucket: current, at: current.blockedUntil };
  const slots = current.slots.filter(({ until }) => until > now);
  if (slots.length >= current.max) return { bucket: { ...current, slots }, at: new Date(now.getTime() + retryMs) };
  return { bucket: { ...current, slots: [...slots, slot] }, at: null };
}

export function learn(bucket: SlotBucket | null, limit: ConcurrentLimit, learned: Learned): SlotBucket {
  const current = bucket ?? empty(limit);
  const blockedUntil = latest(current.blockedUntil, learned.blockedUntil ?? null);
  return { ...current, max: Math.max(1, learned.limit ?? current.max), blockedUntil };
}

export const giveBack = (bucket: SlotBucket, { id }: Slot): SlotBucket => ({
  ...bucket,
  slots: bucket.slots.filter((slot) => slot.id !== id),
});

const empty = ({ max }: ConcurrentLimit): SlotBucket => ({ kind: 'concurrent', max, slots: [], blockedUntil: null });
