/** Pages of `app/routes.ts` without a picture, and what a demo would have to have first. */
export const pagesWithoutPicture: Readonly<Record<string, string>> = {
  '/set-up-two-factor': 'somebody who must sign in with a code and has not set that up',
};

/** Files in `app/` whose dialogs have no picture, and what a demo would have to have first. */
export const withoutPicture: Readonly<Record<string, string>> = {
  'nouns/catalogue/record/change-image.tsx': 'an image that somebody uploaded',
  'nouns/links/link-pairs.tsx': 'products of a channel that are equal and not linked by themselves',
  'nouns/links/widgets/encoding-dialog.tsx': 'a channel whose products come as a file',
  'nouns/mappings/saves/use-confirmed-save.tsx': 'a mapping by which orders went to the warehouse, changed',
  'nouns/orders/detail/widgets/notices/cancel-request.tsx': 'a channel that asks for a cancellation',
  'nouns/orders/detail/widgets/shared-goods.tsx': 'an order that two connections have',
  'nouns/orders/detail/widgets/splitting/split-notice.tsx': 'an order that was split and has left in part',
  'nouns/purchase-orders/detail/widgets/accept-receipt.tsx': 'a receipt that waits for a person',
  'nouns/purchase-orders/detail/widgets/mark-processed.tsx': 'a receipt that is not booked by itself',
  'nouns/purchase-orders/detail/widgets/remedies/expect-no-more.tsx': 'a purchase order that its source ended',
  'nouns/warehouse/short-count/use-count.tsx': 'a count that suddenly names few products',
  'people/accounts/profile/widgets/recovery-codes.tsx': 'somebody who signs in with a code',
  'screens/all-accounts/widgets/copy-decision.tsx': 'a copy of the installation',
  'screens/dashboard/widgets/causes/unreadable-dialog.tsx': 'a record that cannot be read',
  'screens/dashboard/widgets/causes/unreadable-list.tsx': 'several records that cannot be read',
  'shared/connections/import-choices/choices.tsx': 'two connections that have the same orders',
  'shared/support/widgets/file-list.tsx': 'a file of one’s own',
};
