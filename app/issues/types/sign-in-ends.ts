import type { IssueTypeRules } from '../issue-type.ts';

export const signInEnds = {
  label: 'Sign-in ends soon',
  headline: { count: 'causes', one: 'connection can soon not sign in any more', many: 'connections can soon not sign in any more' },
  remedy: 'reconnect',
  isChecked: false,
  sentence: ({ connection, day }: { connection: string; day: string }) =>
    `What ${connection} signs in with ends on ${day}, because it is not used. Resume the connection before that day, or enter new credentials.`,
} satisfies IssueTypeRules;
