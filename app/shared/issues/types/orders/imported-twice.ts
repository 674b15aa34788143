import type { IssueTypeRules } from '../../issue-type.ts';

/**
 * Opened by the check on orders that a connection of another kind has too, until a person says which of the two imports. Its subject is the
 * other's name.
 */
export const importedTwice = {
  label: 'Imported twice',
  headline: { count: 'issues', one: 'order came from two connections', many: 'orders came from two connections' },
  remedy: 'choose_import',
  isChecked: true,
  sentences: {
    imported_twice: ({ channel, order, isSent }: { channel: string; order: string; isSent: boolean }) =>
      `${channel} has the same order, to the same recipient, as ${order}${
        isSent ? ', which was sent already. Nothing of this one is sent.' : '. Neither is sent until one of the two connections is chosen.'
      }`,
  },
} satisfies IssueTypeRules;
