import type { EventType } from '../../../shared/webhooks/events/event-types.ts';
import type { NewEvent } from '../../../shared/webhooks/events/write.ts';
import type { PurchaseEventKind } from './kinds.ts';

/** What other systems are told of the history of a purchase order; null: nothing. Issues have events of their own. */
const types: Record<PurchaseEventKind, EventType | null> = {
  arrived: 'purchase_order.created',
  created: 'purchase_order.created',
  changed: 'purchase_order.changed',
  stopped: null,
  mended: null,
  announced: 'purchase_order.announced',
  announce_changed: 'purchase_order.announced',
  withdrawn: 'purchase_order.withdrawn',
  rejected: 'purchase_order.rejected',
  received: 'purchase_order.received',
  fulfilled: 'purchase_order.fulfilled',
  accepted: 'purchase_order.received',
  process: null,
  processed: 'purchase_order.processed',
  held: 'purchase_order.held',
  unheld: 'purchase_order.unheld',
  cancelled: 'purchase_order.cancelled',
  cancel_requested: null,
  closed: 'purchase_order.closed',
  archived: 'purchase_order.archived',
  unarchived: 'purchase_order.archived',
  cleared: null,
  edited: 'purchase_order.changed',
  locked: null,
  unlocked: null,
  deleted: 'purchase_order.deleted',
  restored: 'purchase_order.restored',
  synced: null,
};

type Told = { kind: PurchaseEventKind; purchaseOrderId: number };

export const publicEvents = (events: readonly Told[]): NewEvent[] =>
  events.flatMap(({ kind, purchaseOrderId: id }) => {
    const type = types[kind];
    return type ? { type, id } : [];
  });
