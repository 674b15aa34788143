/** The kinds of history entries, and what the logs call each. Browser-safe. */
export const actionLabels = {
  arrived: 'Arrived',
  created: 'Created',
  changed: 'Changed at the source',
  stopped: 'Stopped',
  mended: 'Mended',
  announced: 'Announced',
  announce_changed: 'Announcement changed',
  withdrawn: 'Announcement withdrawn',
  rejected: 'Refused',
  received: 'Received',
  fulfilled: 'Sent out',
  accepted: 'Receipt accepted',
  process: 'Process Receipts',
  processed: 'Processed',
  held: 'Hold',
  unheld: 'Unhold',
  cancelled: 'Cancel',
  cancel_requested: 'Cancel',
  closed: 'Closed Out',
  archived: 'Archive',
  unarchived: 'Unarchive',
  cleared: 'Clear Errors',
  edited: 'Edit',
  locked: 'Lock',
  unlocked: 'Unlock',
  deleted: 'Delete',
  restored: 'Restore',
  synced: 'Sync Order',
} as const;
export type PurchaseEventKind = keyof typeof actionLabels;

export const actionLabelOf = (kind: string): string => (Object.hasOwn(actionLabels, kind) ? actionLabels[kind as PurchaseEventKind] : kind);
