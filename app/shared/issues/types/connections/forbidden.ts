import type { IssueTypeRules } from '../../issue-type.ts';

export const forbidden = {
  label: 'Permission missing',
  headline: { count: 'causes', one: 'permission is missing', many: 'permissions are missing' },
  remedy: 'reconnect',
  isChecked: false,
  sentence: ({ connection, task, reason }: { connection: string; task: string; reason: string }) =>
    `${connection} does not let us ${task}: ${reason.replace(/\.$/, '')}. Everything else continues; this is tried again every quarter of an hour.`,
} satisfies IssueTypeRules;
