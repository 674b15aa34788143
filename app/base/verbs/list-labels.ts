/** What the lists of orders and of purchase orders offer. Browser-safe. */
export const listLabels = {
  'clear-errors': 'Clear Errors',
  cancel: 'Cancel',
  hold: 'Hold',
  unhold: 'Unhold',
  change: 'Change',
  archive: 'Archive',
  delete: 'Delete',
} as const;
