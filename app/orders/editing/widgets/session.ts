import { useSyncExternalStore } from 'react';
import type { Order } from '../../detail/widgets/order.ts';
import type { EditableColumn } from '../fields.ts';
import { changedFields, type FieldsDraft, storedFields, undecidedFields } from './rules/fields.ts';
import { isWhole, type LinesDraft, noEdits, stateOfLines } from './rules/lines.ts';
import { lastEvent } from './rules/news.ts';

export type Faults = { readonly [Place in EditableColumn | 'lines']?: string };
export type EditState = {
  readonly fields: FieldsDraft;
  readonly lines: LinesDraft;
  readonly faults: Faults;
  readonly busy: boolean;
  /** The revisions that this edit has saved, where it went on after that. */
  readonly saved: readonly number[];
  /** Whether it is asked if what was typed may be lost. */
  readonly isLeaving: boolean;
};
/** One person's edit of one order, from its first key until it is saved or left. It holds what was typed alone; what is stored keeps coming from the page. */
export type EditSession = {
  readonly get: () => EditState;
  readonly set: (change: Partial<EditState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last thing that had happened to the order when the edit began. */
  readonly since: number;
  /** Lines that needed a person then: they stay on top until the edit ends. */
  readonly first: ReadonlySet<number>;
};

export function openSession(order: Order): EditSession {
  let state: EditState = { fields: {}, lines: noEdits, faults: {}, busy: false, saved: [], isLeaving: false };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since: lastEvent(order.events),
    first: new Set(order.lines.filter(({ isMissing, isOutOfStock }) => isMissing || isOutOfStock).map(({ id }) => id)),
  };
}

/** A part of the session's state; drawn again only when that part changes. */
export const useSession = <T>({ subscribe, get }: EditSession, part: (state: EditState) => T): T =>
  useSyncExternalStore(subscribe, () => part(get()));

/** How many things a save would change. */
export function countChanges({ fields, lines }: EditState, order: Order): number {
  const changedLines = stateOfLines(lines, order.lines).filter(({ isChanged }) => isChanged);
  return Object.keys(changedFields(fields, storedFields(order))).length + changedLines.length + lines.added.length;
}

/** What keeps it from being saved: the places, in words, and what to say of each. */
export function obstacles({ fields, lines }: EditState, order: Order): { faults: Faults; undecided: number } {
  const states = stateOfLines(lines, order.lines);
  const quantities = [...states.filter(({ isGoing }) => !isGoing), ...lines.added].map(({ quantity }) => quantity);
  return {
    faults: quantities.every(isWhole) ? {} : { lines: 'The quantity must be a whole number from 1 to 1,000,000.' },
    undecided: undecidedFields(fields, storedFields(order)).length + states.filter(({ theirs }) => theirs !== undefined).length,
  };
}
