import { useSyncExternalStore } from 'react';
import { openStore } from '../../../../ui/live/store.ts';
import type { EditableColumn } from '../../../order-flow/values/fields.ts';
import type { Order } from '../../detail/widgets/order.ts';
import { changedFields, type FieldsDraft, storedFields, undecidedFields } from './rules/fields.ts';
import { isWhole, type LinesDraft, noEdits, stateOfLines } from './rules/lines.ts';
import { lastEvent } from './rules/news.ts';

export type Faults = { readonly [Place in EditableColumn | 'lines']?: string };
export type EditState = {
  /** Of the next save: pressed twice, or sent again, it is one. */
  readonly requestId: string;
  readonly fields: FieldsDraft;
  readonly lines: LinesDraft;
  readonly faults: Faults;
  readonly busy: boolean;
  /** Whether nothing can be typed: while it is busy, once the button shows that it is. */
  readonly isLocked: boolean;
  /** Revisions that this edit saved, when it continued afterwards. */
  readonly saved: readonly number[];
  /** Whether the dialog "discard changes?" is open. */
  readonly isLeaving: boolean;
};
/** One person's edit of one order, until it is saved or cancelled. It holds only what was typed; stored values come from the page. */
export type EditSession = {
  readonly get: () => EditState;
  readonly set: (change: Partial<EditState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The last history entry when the edit began. */
  readonly since: number;
  /** Lines that needed a person when the edit began: they stay on top until it ends. */
  readonly first: ReadonlySet<number>;
};

export function openSession(order: Order): EditSession {
  const { get, set, watch } = openStore<EditState>({
    requestId: newRequestId(),
    fields: {},
    lines: noEdits,
    faults: {},
    busy: false,
    isLocked: false,
    saved: [],
    isLeaving: false,
  });
  return {
    ...{ get, subscribe: watch, set: (change) => set({ ...get(), ...change }) },
    since: lastEvent(order.events),
    first: new Set(order.lines.filter(({ isMissing, isOutOfStock }) => isMissing || isOutOfStock).map(({ id }) => id)),
  };
}

/** `crypto.randomUUID` is missing where the page did not come over HTTPS. */
export const newRequestId = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** A part of the session's state; rerenders only when that part changes. */
export const useSession = <T>({ subscribe, get }: EditSession, part: (state: EditState) => T): T =>
  useSyncExternalStore(subscribe, () => part(get()));

/** How many things a save would change. */
export function countChanges({ fields, lines }: EditState, order: Order): number {
  const changedLines = stateOfLines(lines, order.lines).filter(({ isChanged }) => isChanged);
  return Object.keys(changedFields(fields, storedFields(order))).length + changedLines.length + lines.added.length;
}

/** What keeps the edit from being saved: the fields and their messages. */
export function obstacles({ fields, lines }: EditState, order: Order): { faults: Faults; undecided: number } {
  const states = stateOfLines(lines, order.lines);
  const quantities = [...states.filter(({ isGoing }) => !isGoing), ...lines.added].map(({ quantity }) => quantity);
  return {
    faults: quantities.every(isWhole) ? {} : { lines: 'The quantity must be a whole number from 1 to 1,000,000.' },
    undecided: undecidedFields(fields, storedFields(order)).length + states.filter(({ theirs }) => theirs !== undefined).length,
  };
}
