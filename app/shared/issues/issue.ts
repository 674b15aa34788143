import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';
import type { IssueTypeRules, Remedy } from './issue-type.ts';
import { forbidden } from './types/connections/forbidden.ts';
import { needsReconnect } from './types/connections/needs-reconnect.ts';
import { signInEnds } from './types/connections/sign-in-ends.ts';
import { unknownReferences } from './types/connections/unknown-references.ts';
import { unreadable } from './types/connections/unreadable.ts';
import { lowStock } from './types/items/low-stock.ts';
import { productGone } from './types/items/product-gone.ts';
import { stockRefused } from './types/items/stock-refused.ts';
import { unmappedItem } from './types/mapping/unmapped-item.ts';
import { unmappedLocation } from './types/mapping/unmapped-location.ts';
import { unmappedShipping } from './types/mapping/unmapped-shipping.ts';
import { unmappedSku } from './types/mapping/unmapped-sku.ts';
import { addressIncomplete } from './types/orders/address-incomplete.ts';
import { changedAfterRelease } from './types/orders/changed-after-release.ts';
import { formerWarehouse } from './types/orders/former-warehouse.ts';
import { foundOtherwise } from './types/orders/found-otherwise.ts';
import { holdRefused } from './types/orders/hold-refused.ts';
import { importedTwice } from './types/orders/imported-twice.ts';
import { outOfStock } from './types/orders/out-of-stock.ts';
import { rejectedByChannel } from './types/orders/rejected-by-channel.ts';
import { rejectedByWarehouse } from './types/orders/rejected-by-warehouse.ts';
import { retriesExhausted } from './types/orders/retries-exhausted.ts';
import { sharedGoods } from './types/orders/shared-goods.ts';
import { cancelledAfterReceipt } from './types/purchase-orders/cancelled-after-receipt.ts';
import { endedAtSource } from './types/purchase-orders/ended-at-source.ts';
import { overReceived } from './types/purchase-orders/over-received.ts';
import { rejectedBySource } from './types/purchase-orders/rejected-by-source.ts';
import { unexpectedItem } from './types/purchase-orders/unexpected-item.ts';
import { unknownReceipt } from './types/purchase-orders/unknown-receipt.ts';

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

/** Words the sentence that an issue keeps. */
export const wordIssue = wordedBy(Object.assign({}, ...Object.values(types).map(({ sentences }) => sentences)));

/** An issue as it is read, with its sentence in words. */
export const wordedIssue = <I extends { sentence: unknown }>(issue: I): Omit<I, 'sentence'> & { sentence: string } => ({
  ...issue,
  sentence: wordIssue(issue.sentence),
});

export type IssueType = keyof typeof types;
/** What issues of one type keep as their sentence. */
export type SentenceOfType<T extends IssueType> = SentenceOf<(typeof types)[T]['sentences']>;
export type IssueSentence = { [T in IssueType]: SentenceOfType<T> }[IssueType];
/** The codes of its sentences. */
export const codesOfType = (type: IssueType): string[] => Object.keys(types[type].sentences);
/** The types that the check of orders opens and closes. */
export type CheckedType = { [T in IssueType]: (typeof types)[T]['isChecked'] extends true ? T : never }[IssueType];

const rules: Record<IssueType, IssueTypeRules> = types;
export const issueTypes = Object.keys(rules) as [IssueType, ...IssueType[]];

export const issueLabel = (type: IssueType) => rules[type].label;
export const subjectIsCode = (type: IssueType) => rules[type].subjectIsCode === true;
export const stopsConnection = (type: IssueType) => rules[type].stopsConnection === true;
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
  expect_no_more: 'Stop expecting it',
  place_receipt: 'Assign receipt',
  dismiss_references: 'Dismiss',
  see_product: 'See product',
};
