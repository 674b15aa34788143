import type { IssueTypeRules } from '../../issue-type.ts';

type Found = { connection: string; providerRef: string };
/** What one side has, as in "2 × CUP, 1 × MUG". */
type Side = { goods: string; recipient: string | null };
const sideInWords = ({ goods, recipient }: Side) => `${goods} for ${recipient ?? 'a recipient that it does not tell'}`;

const inWords = ({ connection, providerRef, theirs, ours }: Found & Record<'theirs' | 'ours', string>) =>
  `${connection} already has ${theirs}, as ${providerRef}, where this order belongs. Here it is ${ours}. It waits until somebody decides whether both are the same.`;

/** Opened where the warehouse already has an order under the reference or number of this one, and it is not the same. */
export const foundOtherwise = {
  label: 'Differs at the warehouse',
  headline: { count: 'issues', one: 'order is another one at the warehouse', many: 'orders are other ones at the warehouse' },
  remedy: 'decide_found',
  isChecked: false,
  sentences: {
    /** `recipient`: null where the warehouse does not tell. */
    order_found_otherwise: ({ connection, providerRef, theirs, ours }: Found & { theirs: Side; ours: Side }) =>
      inWords({ connection, providerRef, theirs: sideInWords(theirs), ours: sideInWords(ours) }),
    /** `theirs`: null where the warehouse does not tell. */
    announcement_found_otherwise: ({ connection, providerRef, theirs, ours }: Found & { theirs: string | null; ours: string }) =>
      inWords({ connection, providerRef, theirs: theirs ?? 'goods that it does not tell', ours }),
  },
} satisfies IssueTypeRules;
