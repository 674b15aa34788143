import type { IssueTypeRules } from '../../issue-type.ts';

/** Opened where the warehouse already has an order under the reference or number of this one, and it is not the same. */
export const foundOtherwise = {
  label: 'Differs at the warehouse',
  headline: { count: 'issues', one: 'order is another one at the warehouse', many: 'orders are other ones at the warehouse' },
  remedy: 'decide_found',
  isChecked: false,
  /** `theirs`, `ours`: goods and recipient. */
  sentence: ({ connection, providerRef, theirs, ours }: Record<'connection' | 'providerRef' | 'theirs' | 'ours', string>) =>
    `${connection} already has ${theirs}, as ${providerRef}, where this order belongs. Here it is ${ours}. It waits until somebody decides whether both are the same.`,
} satisfies IssueTypeRules;
