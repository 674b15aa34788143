import { effectTasks, streamLabel } from '../../../../base/stream-names.ts';
import type { IssueTypeRules } from '../../issue-type.ts';

export const forbidden = {
  label: 'Permission missing',
  headline: { count: 'causes', one: 'permission is missing', many: 'permissions are missing' },
  remedy: 'reconnect',
  stopsConnection: true,
  isChecked: false,
  sentences: {
    /** `what` is a stream or a kind of effect. */
    not_permitted: ({ connection, what, reason }: { connection: string; what: string; reason: string }) =>
      `${connection} does not let us ${effectTasks[what] ?? `read ${streamLabel(what).toLowerCase()}`}: ${reason.replace(/\.$/, '')}. Everything else continues; this is tried again every quarter of an hour.`,
  },
} satisfies IssueTypeRules;
