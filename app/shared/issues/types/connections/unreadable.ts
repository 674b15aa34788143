import type { IssueTypeRules } from '../../issue-type.ts';

/** Opened by the check on orders with a status or quantity that makes no sense, and by sync for records that cannot be read at all. */
export const unreadable = {
  label: 'Could not be read',
  headline: { count: 'issues', one: 'record cannot be used as it came', many: 'records cannot be used as they came' },
  remedy: 'cancel',
  isChecked: true,
  sentence: ({ connection, remoteId, reason }: { connection: string; remoteId: string | null; reason: string }) =>
    `${connection} sent ${remoteId === null ? 'a record without an id' : `record ${remoteId}`} that cannot be read: ${reason}`,
} satisfies IssueTypeRules;

/** The subject of an issue about a record that cannot be read; its id is shown and dismissed by this. */
export const recordSubject = (id: number) => `record:${id}`;

/** The id of the unreadable record that a subject names, null for any other subject. */
export const recordOfSubject = (subject: string): number | null => {
  const id = /^record:(\d+)$/.exec(subject)?.[1];
  return id === undefined ? null : Number(id);
};
