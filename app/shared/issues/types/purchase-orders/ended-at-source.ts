import type { IssueTypeRules } from '../../issue-type.ts';

export const endedAtSource = {
  label: 'Ended at the source, goods on the way',
  headline: {
    ...{ count: 'issues', one: 'purchase order was ended by its source while goods are on the way' },
    many: 'purchase orders were ended by their source while goods are on the way',
  },
  remedy: 'expect_no_more',
  isChecked: false,
} satisfies IssueTypeRules;
