import type { IssueTypeRules } from '../../issue-type.ts';

/** Opened by the check on orders with a status or quantity that makes no sense, and by sync for records that cannot be read at all. */
export const unreadable = {
  label: 'Could not be read',
  headline: { count: 'issues', one: 'record cannot be used as it came', many: 'records cannot be used as they came' },
  remedy: 'cancel',
  isChecked: true,
  sentences: {
    record_unreadable: ({ connection, remoteId, reason }: { connection: string; remoteId: string | null; reason: string }) =>
      `${connection} sent ${remoteId === null ? 'a record without an id' : `record ${remoteId}`} that cannot be read: ${reason}`,
    status_unknown: ({ status }: { status: string }) =>
      `The channel gave it the status "${status}", which Crossdock does not know. Nothing of it is sent: somebody else may be packing it. It goes on by itself when the channel gives it another status; otherwise cancel it here.`,
    reread_unusable: ({ connection, reason }: { connection: string; reason: string }) =>
      `${connection} was asked for this order again, and its reply cannot be used: ${reason}`,
    no_lines: () => 'The channel sent it without a single line.',
    quantity_unshippable: ({ line, sku, quantity }: { line: number; sku: string; quantity: number }) =>
      `Line ${line} (${sku}) asks for ${quantity} units, which cannot be shipped.`,
    source_status_unknown: ({ status }: { status: string }) =>
      `The source gave it the status "${status}", which Crossdock does not know. It goes on by itself when the source gives it another status; otherwise cancel it here.`,
    quantity_unsendable: ({ line, sku, quantity }: { line: number; sku: string; quantity: number }) =>
      `Line ${line} (${sku}) asks for ${quantity} units, which nobody can send.`,
  },
} satisfies IssueTypeRules;

/** The subject of an issue about a record that cannot be read; its id is shown and dismissed by this. */
export const recordSubject = (id: number) => `record:${id}`;

/** The id of the unreadable record that a subject names, null for any other subject. */
export const recordOfSubject = (subject: string): number | null => {
  const id = /^record:(\d+)$/.exec(subject)?.[1];
  return id === undefined ? null : Number(id);
};
