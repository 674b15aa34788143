/** Why a record needs a person. Browser-safe. */
export const issueTypes = [
  'unmapped_sku',
  'unmapped_shipping',
  'unmapped_location',
  'address_incomplete',
  'out_of_stock',
  'rejected_by_warehouse',
  'rejected_by_channel',
  'needs_reconnect',
  'retries_exhausted',
  'changed_after_release',
  'unreadable',
] as const;
export type IssueType = (typeof issueTypes)[number];

/** Types that the check itself opens and closes; the others are opened by an answer and closed by a remedy. */
export const checkedTypes = [
  'unmapped_sku',
  'unmapped_shipping',
  'unmapped_location',
  'address_incomplete',
  'unreadable',
] as const satisfies readonly IssueType[];

/** The one button that mends it, per type. */
export type Remedy =
  | 'link_product'
  | 'map_shipping'
  | 'map_location'
  | 'complete_address'
  | 'retry'
  | 'reconnect'
  | 'accept_change'
  | 'cancel';
export const remedyOf: Record<IssueType, Remedy> = {
  unmapped_sku: 'link_product',
  unmapped_shipping: 'map_shipping',
  unmapped_location: 'map_location',
  address_incomplete: 'complete_address',
  out_of_stock: 'retry',
  rejected_by_warehouse: 'retry',
  rejected_by_channel: 'retry',
  needs_reconnect: 'reconnect',
  retries_exhausted: 'retry',
  changed_after_release: 'accept_change',
  unreadable: 'cancel',
};

export const remedyLabel: Record<Remedy, string> = {
  link_product: 'Link product',
  map_shipping: 'Map shipping method',
  map_location: 'Map location',
  complete_address: 'Complete address',
  retry: 'Try again',
  reconnect: 'Reconnect',
  accept_change: 'Keep as sent',
  cancel: 'Cancel order',
};
