import { type NeededField, neededWord } from '../../../../base/addresses/address.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

/** With no comma before "or". */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const addressIncomplete = {
  label: 'Address incomplete',
  headline: { count: 'issues', one: 'address is incomplete', many: 'addresses are incomplete' },
  remedy: 'complete_address',
  isChecked: true,
  sentences: {
    address_lacks: ({ fields }: { fields: NeededField[] }) => `The address has no ${either.format(fields.map(neededWord))}.`,
  },
} satisfies IssueTypeRules;
