import type { IssueTypeRules } from '../../issue-type.ts';

export const needsReconnect = {
  label: 'Connection refused',
  headline: { count: 'causes', one: 'connection needs to be reconnected', many: 'connections need to be reconnected' },
  remedy: 'reconnect',
  isChecked: false,
  sentence: ({ connection, reason }: { connection: string; reason: string }) =>
    `${connection} refuses every request: ${reason.replace(/\.$/, '')}. Nothing is lost: orders wait until it is reconnected.`,
} satisfies IssueTypeRules;
