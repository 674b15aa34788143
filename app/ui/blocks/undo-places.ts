import type { Undoable } from '../alerts/undoable.ts';

/** More would push the page's own buttons away; their alerts have theirs. */
const mostShown = 3;

/** What has a place beside the title, the oldest first. */
export type Placed = Undoable & { isOver: boolean };

/**
 * The places of what can be undone: the newest stands before the others, so that none of these moves. What is over leaves its place empty
 * until nothing newer is left.
 */
export function placeUndoables(before: readonly Placed[], done: readonly Undoable[]): Placed[] {
  const newest = done.at(-1);
  if (!newest) return [];
  const over = before.filter(({ id, at }) => at === newest.at && id < newest.id && !done.some((each) => each.id === id));
  const all = [...over.map((each) => ({ ...each, isOver: true })), ...done.map((each) => ({ ...each, isOver: false }))];
  return all.sort((a, b) => a.id - b.id).slice(-mostShown);
}
