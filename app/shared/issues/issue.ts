import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';
import type { IssueTypeRules, Remedy } from './issue-type.ts';
import { connectionIssues } from './types/connections.ts';
import { itemIssues } from './types/items.ts';
import { mappingIssues } from './types/mapping.ts';
import { orderIssues } from './types/orders.ts';
import { purchaseIssues } from './types/purchase-orders.ts';

/** Every type of issue: why a record, an order or any other, needs a person. Browser-safe. */
const types = { ...mappingIssues, ...orderIssues, ...itemIssues, ...purchaseIssues, ...connectionIssues };

const sentencesOf = (all: typeof types) => Object.assign({}, ...Object.values(all).map(({ sentences }) => sentences));

/** Words the sentence that an issue keeps. The browser words none, and gets nothing of it. */
export const wordIssue = wordedBy(/* @__PURE__ */ sentencesOf(types));

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

/** These issues in short, one cause each: `SKU not linked: 22423, 22720`, `Address incomplete`. */
export function otherCauses(issues: readonly { type: IssueType; subject: string }[]): string[] {
  return [...Map.groupBy(issues, ({ type }) => type)].map(([type, all]) => {
    const codes = subjectIsCode(type) ? all.flatMap(({ subject }) => subject || []) : [];
    return codes.length > 0 ? `${issueLabel(type)}: ${codes.join(', ')}` : issueLabel(type);
  });
}

/** The one remedy of an issue. */
export function remedyFor({ type, subject }: { type: IssueType; subject: string }): Remedy {
  const { remedy, remedyWithoutSubject = remedy, remedyOfSubject } = rules[type];
  return subject === '' ? remedyWithoutSubject : (remedyOfSubject?.(subject) ?? remedy);
}

export const remedyLabel: Record<Remedy, string> = {
  link_product: 'Link product',
  map_shipping: 'Map shipping method',
  map_location: 'Map location',
  choose_building: 'Choose building',
  complete_address: 'Complete address',
  retry: 'Try again',
  reconnect: 'Reconnect',
  accept_change: 'Keep as sent',
  decide_taken_back: 'Decide',
  decide_rest: 'Decide',
  keep_edits: 'Keep as edited',
  compare_orders: 'Compare orders',
  decide_former: 'Decide',
  choose_import: 'Choose one',
  decide_twin: 'Decide',
  decide_found: 'Compare',
  decide_second: 'Decide',
  decide_address: 'Decide',
  cancel: 'Cancel order',
  mark_replied: 'Mark as replied',
  see_item: 'See stock',
  open_purchase_order: 'Open purchase order',
  expect_no_more: 'Stop expecting it',
  place_receipt: 'Assign receipt',
  dismiss_references: 'Dismiss',
  see_connection: 'See connection',
  use_count: 'Use this count',
  see_product: 'See product',
};
