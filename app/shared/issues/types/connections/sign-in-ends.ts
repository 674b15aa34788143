import type { IssueTypeRules } from '../../issue-type.ts';

export const signInEnds = {
  label: 'Sign-in ends soon',
  headline: { count: 'causes', one: 'connection’s credentials expire soon', many: 'connections’ credentials expire soon' },
  remedy: 'reconnect',
  isChecked: false,
  sentences: {
    credentials_expire: ({ connection, day }: { connection: string; day: string }) =>
      `The credentials of ${connection} expire on ${day}, because they are not used. Resume the connection before that day, or enter new credentials.`,
  },
} satisfies IssueTypeRules;
