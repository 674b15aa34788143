import type { IssueTypeRules } from '../../issue-type.ts';

export const addressIncomplete = {
  label: 'Address incomplete',
  headline: { count: 'issues', one: 'address is incomplete', many: 'addresses are incomplete' },
  remedy: 'complete_address',
  isChecked: true,
} satisfies IssueTypeRules;
