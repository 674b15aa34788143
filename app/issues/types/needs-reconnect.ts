import type { IssueTypeRules } from '../issue-type.ts';

export const needsReconnect = {
  label: 'Connection refused',
  headline: { count: 'causes', one: 'connection needs new credentials', many: 'connections need new credentials' },
  remedy: 'reconnect',
  isChecked: false,
  sentence: ({ connection }: { connection: string }) =>
    `${connection} refused our credentials. Nothing is lost: orders wait until it is reconnected.`,
} satisfies IssueTypeRules;
