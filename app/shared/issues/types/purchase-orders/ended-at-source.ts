import type { IssueTypeRules } from '../../issue-type.ts';

export const endedAtSource = {
  label: 'Ended at the source, goods on the way',
  headline: {
    ...{ count: 'issues', one: 'purchase order was ended by its source while goods are on the way' },
    many: 'purchase orders were ended by their source while goods are on the way',
  },
  remedy: 'expect_no_more',
  isChecked: false,
  sentences: {
    ended_at_source: ({ state, due, announced }: { state: string; due: number; announced: number }) =>
      `Its source ${state} it, but ${due} of ${announced} announced units are still on the way. Ask the warehouse to stop expecting it, or open it again there.`,
  },
} satisfies IssueTypeRules;
