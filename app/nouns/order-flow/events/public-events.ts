import type { EventType } from '../../../shared/webhooks/events/event-types.ts';
import type { NewEvent } from '../../../shared/webhooks/events/write.ts';
import type { EventKind } from './kinds.ts';

/** What other systems are told of the history of an order; null: nothing. Issues have events of their own. */
const types: Record<EventKind, EventType | null> = {
  arrived: 'order.received',
  changed: 'order.changed',
  checked: null,
  stopped: null,
  mended: null,
  released: 'order.released',
  recalled: 'order.recalled',
  accepted: 'order.accepted',
  replacing: null,
  replaced: 'order.replaced',
  rejected: 'order.rejected',
  packed: 'order.packed',
  shipped: 'order.shipped',
  confirmed: 'order.confirmed',
  cancelled: 'order.cancelled',
  cancel_requested: 'order.cancel_requested',
  cancel_answered: 'order.cancel_answered',
  held: 'order.held',
  unheld: 'order.unheld',
  locked: null,
  unlocked: null,
  edited: 'order.changed',
  undone: 'order.changed',
  split: 'order.changed',
  linked: 'order.changed',
  retried: null,
  decided: null,
  archived: 'order.archived',
  deleted: 'order.deleted',
  restored: 'order.restored',
  erased: 'order.erased',
};

export const publicEvents = (events: readonly { kind: EventKind; orderId: number }[]): NewEvent[] =>
  events.flatMap(({ kind, orderId: id }) => {
    const type = types[kind];
    return type ? { type, id } : [];
  });
