import type { IssueTypeRules, Remedy } from './issue-type.ts';
import { addressIncomplete } from './types/address-incomplete.ts';
import { cancelledAfterReceipt } from './types/cancelled-after-receipt.ts';
import { changedAfterRelease } from './types/changed-after-release.ts';
import { endedAtSource } from './types/ended-at-source.ts';
import { forbidden } from './types/forbidden.ts';
import { formerWarehouse } from './types/former-warehouse.ts';
import { foundOtherwise } from './types/found-otherwise.ts';
import { holdRefused } from './types/hold-refused.ts';
import { importedTwice } from './types/imported-twice.ts';
import { lowStock } from './types/low-stock.ts';
import { needsReconnect } from './types/needs-reconnect.ts';
import { outOfStock } from './types/out-of-stock.ts';
import { overReceived } from './types/over-received.ts';
import { productGone } from './types/product-gone.ts';
import { rejectedByChannel } from './types/rejected-by-channel.ts';
import { rejectedBySource } from './types/rejected-by-source.ts';
import { rejectedByWarehouse } from './types/rejected-by-warehouse.ts';
import { retriesExhausted } from './types/retries-exhausted.ts';
import { sharedGoods } from './types/shared-goods.ts';
import { signInEnds } from './types/sign-in-ends.ts';
import { stockRefused } from './types/stock-refused.ts';
import { unexpectedItem } from './types/unexpected-item.ts';
import { unknownReceipt } from './types/unknown-receipt.ts';
import { unknownReferences } from './types/unknown-references.ts';
import { unmappedItem } from './types/unmapped-item.ts';
import { unmappedLocation } from './types/unmapped-location.ts';
import { unmappedShipping } from './types/unmapped-shipping.ts';
import { unmappedSku } from './types/unmapped-sku.ts';
import { unreadable } from './types/unreadable.ts';

/** Every type of issue: why a record, an order or any other, needs a person. Browser-safe. */
const types = {
  unmapped_sku: unmappedSku,
  unmapped_shipping: unmappedShipping,
  unmapped_location: unmappedLocation,
  address_incomplete: addressIncomplete,
  out_of_stock: outOfStock,
  product_gone: productGone,
  low_stock: lowStock,
  rejected_by_warehouse: rejectedByWarehouse,
  rejected_by_channel: rejectedByChannel,
  hold_refused: holdRefused,
  needs_reconnect: needsReconnect,
  retries_exhausted: retriesExhausted,
  changed_after_release: changedAfterRelease,
  shared_goods: sharedGoods,
  former_warehouse: formerWarehouse,
  imported_twice: importedTwice,
  found_otherwise: foundOtherwise,
  unmapped_item: unmappedItem,
  over_received: overReceived,
  unexpected_item: unexpectedItem,
  rejected_by_source: rejectedBySource,
  cancelled_after_receipt: cancelledAfterReceipt,
  ended_at_source: endedAtSource,
  unknown_receipt: unknownReceipt,
  unknown_references: unknownReferences,
  unreadable,
  forbidden,
  sign_in_ends: signInEnds,
  stock_refused: stockRefused,
} satisfies Record<string, IssueTypeRules>;

export type IssueType = keyof typeof types;
/** The types that the check of orders opens and closes. */
export type CheckedType = { [T in IssueType]: (typeof types)[T]['isChecked'] extends true ? T : never }[IssueType];

const rules: Record<IssueType, IssueTypeRules> = types;
export const issueTypes = Object.keys(rules) as [IssueType, ...IssueType[]];

export const issueLabel = (type: IssueType) => rules[type].label;
export const subjectIsCode = (type: IssueType) => rules[type].subjectIsCode === true;
export const typesMendedBy = (remedy: Remedy) => issueTypes.filter((type) => rules[type].remedy === remedy);

/** What is wrong, in one line for all issues of a type. `causes` are distinct subjects, `issues` their occurrences. */
export function issueHeadline(type: IssueType, { causes, issues }: { causes: number; issues: number }): string {
  const { count, one, many } = rules[type].headline;
  const n = count === 'causes' ? causes : issues;
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** The one remedy of an issue. */
export function remedyFor({ type, subject }: { type: IssueType; subject: string }): Remedy {
  const { remedy, remedyWithoutSubject = remedy } = rules[type];
  return subject === '' ? remedyWithoutSubject : remedy;
}

export const remedyLabel: Record<Remedy, string> = {
  link_product: 'Link product',
  map_shipping: 'Map shipping method',
  map_location: 'Map location',
  complete_address: 'Complete address',
  retry: 'Try again',
  reconnect: 'Reconnect',
  accept_change: 'Keep as sent',
  compare_orders: 'Compare orders',
  decide_former: 'Decide',
  choose_import: 'Choose one',
  decide_found: 'Compare',
  cancel: 'Cancel order',
  see_item: 'See stock',
  open_purchase_order: 'Open purchase order',
  expect_no_more: 'Expect no more',
  place_receipt: 'Assign receipt',
  dismiss_references: 'Dismiss',
  see_product: 'See product',
};
