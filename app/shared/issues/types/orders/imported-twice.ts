import type { IssueTypeRules } from '../../issue-type.ts';

/** Opened by the check on orders that a connection of another kind has too, until a person says which of the two imports. Its subject is the other's name. */
export const importedTwice = {
  label: 'Imported twice',
  headline: { count: 'issues', one: 'order came from two connections', many: 'orders came from two connections' },
  remedy: 'choose_import',
  isChecked: true,
} satisfies IssueTypeRules;
