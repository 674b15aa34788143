import type { Reason } from '../../../../connectors/contract.ts';
import { waitingStatuses } from '../../../../connectors/waiting-statuses.ts';
import { wordReason } from '../../../base/reasons.ts';
import { effectTasks, streamLabel } from '../../../base/stream-names.ts';
import { notificationSentences } from '../../../people/notifications/sentences.ts';
import { asSentence } from '../../../ui/words/as-sentence.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { IssueTypes } from '../issue-type.ts';

/** So many are named. */
const mostNamed = 3;

/** The first of so many, in words. */
function firstOf(names: string[], count: number): string {
  const more = count - names.length;
  return new Intl.ListFormat('en-US').format([...names, ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : [])]);
}

type ShortCount = { connection: string; named: number; before: number; building: string | null; isFirst: boolean };

/** What is wrong with connections and with what they send. */
export const connectionIssues = {
  needs_reconnect: {
    label: 'Connection refused',
    headline: { count: 'causes', one: 'connection needs to be reconnected', many: 'connections need to be reconnected' },
    remedy: 'reconnect',
    stopsConnection: true,
    isChecked: false,
    // The same that people are told of it.
    sentences: { requests_refused: notificationSentences.requests_refused, secrets_lost: notificationSentences.secrets_lost },
  },
  unknown_references: {
    label: 'Not sent from here',
    headline: {
      count: 'issues',
      one: 'warehouse has what was not sent from here',
      many: 'warehouses have what was not sent from here',
    },
    remedy: 'dismiss_references',
    isChecked: false,
    sentences: {
      /** `count` of them there are, and the first are named. */
      references_unknown: ({ connection, references, count }: { connection: string; references: string[]; count: number }) =>
        `${connection} names ${countedWords(count, 'reference')} of Crossdock that nothing here was sent under: ${firstOf(references, count)}. Another Crossdock may send to the same warehouse, or they are of orders that no channel has now. Ask the warehouse what they are.`,
      announcements_unknown: ({ connection, announcements, count }: { connection: string; announcements: string[]; count: number }) =>
        `${connection} sent goods out again of ${countedWords(count, 'announcement')} that ${count === 1 ? 'is' : 'are'} of no purchase order here: ${firstOf(announcements, count)}. Another system may have made ${count === 1 ? 'it' : 'them'}. Otherwise ask the warehouse what was sent, and correct it at the source. What becomes known here is shown at its purchase order, also once this is dismissed.`,
    },
  },
  short_count: {
    label: 'Stock count short',
    headline: { count: 'causes', one: 'stock count is suddenly short', many: 'stock counts are suddenly short' },
    remedy: 'use_count',
    isChecked: false,
    sentences: {
      /** `building`: where; null: in all of them. `isFirst`: of a warehouse that was connected again, of which nothing is told yet. */
      count_short: ({ connection, named, before, building, isFirst }: ShortCount) =>
        `${connection} suddenly names ${named.toLocaleString('en-US')} of the ${before.toLocaleString('en-US')} products that had stock there${
          building === null ? '' : `, in ${building}`
        }. That looks like a fault, so its count is not used: channels are ${
          isFirst
            ? 'told nothing of stock until one is'
            : 'still told the stock of its last full count, less what was ordered and left since'
        }. It ends by itself when a count names them again. If they are really gone, use this count; it is used anyway once every count of a whole day was short.`,
    },
  },
  /** Opened by the check on orders with a status or quantity that makes no sense, and by sync for records that cannot be read at all. */
  unreadable: {
    label: 'Could not be read',
    headline: { count: 'issues', one: 'record cannot be used as it came', many: 'records cannot be used as they came' },
    remedy: 'cancel',
    // Its buyer has paid for it: where a setting of its connection has it go on, nobody cancels it by one press.
    remedyOfSubject: (subject) => waitingStatuses.get(subject.slice('status:'.length))?.remedy,
    isChecked: true,
    sentences: {
      record_unreadable: ({ connection, remoteId, reason }: { connection: string; remoteId: string | null; reason: Reason }) =>
        `${connection} sent ${remoteId === null ? 'a record without an id' : `record ${remoteId}`} that cannot be read: ${wordReason(reason)}`,
      status_unknown: ({ status }: { status: string }) =>
        waitingStatuses.get(status)?.about ??
        `The channel gave it the status "${status}", which Crossdock does not know. Nothing of it is sent: somebody else may be packing it. It goes on by itself when the channel gives it another status; otherwise cancel it here.`,
      reread_unusable: ({ connection, reason }: { connection: string; reason: Reason }) =>
        `${connection} was asked for this order again, and its reply cannot be used: ${wordReason(reason)}`,
      no_lines: () => 'The channel sent it without a single line.',
      quantity_unshippable: ({ line, sku, quantity }: { line: number; sku: string; quantity: number }) =>
        `Line ${line} (${sku}) asks for ${quantity.toLocaleString('en-US')} units, which cannot be shipped.`,
      source_status_unknown: ({ status }: { status: string }) =>
        `The source gave it the status "${status}", which Crossdock does not know. It goes on by itself when the source gives it another status; otherwise cancel it here.`,
      quantity_unsendable: ({ line, sku, quantity }: { line: number; sku: string; quantity: number }) =>
        `Line ${line} (${sku}) asks for ${quantity.toLocaleString('en-US')} units, which nobody can send.`,
    },
  },
  forbidden: {
    label: 'Permission missing',
    headline: { count: 'causes', one: 'permission is missing', many: 'permissions are missing' },
    remedy: 'reconnect',
    stopsConnection: true,
    isChecked: false,
    sentences: {
      /** `what` is a stream or a kind of effect. */
      not_permitted: ({ connection, what, reason }: { connection: string; what: string; reason: Reason }) =>
        `${connection} does not let us ${effectTasks[what] ?? `read ${streamLabel(what).toLowerCase()}`}: ${asSentence(wordReason(reason))} Everything else continues; this is tried again every quarter of an hour.`,
    },
  },
  not_read: {
    label: 'Not read to its end',
    headline: {
      count: 'issues',
      one: 'list has not been read to its end for long',
      many: 'lists have not been read to their end for long',
    },
    remedy: 'see_connection',
    isChecked: false,
    sentences: {
      /** `what` is a stream. */
      not_drained: ({ connection, what, reason }: { connection: string; what: string; reason: Reason }) =>
        `${connection} works, but “${streamLabel(what)}” has not been read to its end for over an hour: ${asSentence(wordReason(reason))} It is tried again and again, and this goes once it succeeds. If it stays, ask whoever runs ${connection}.`,
    },
  },
  sign_in_ends: {
    label: 'Sign-in ends soon',
    headline: { count: 'causes', one: 'connection’s credentials expire soon', many: 'connections’ credentials expire soon' },
    remedy: 'reconnect',
    isChecked: false,
    sentences: {
      credentials_expire: ({ connection, day }: { connection: string; day: string }) =>
        `The credentials of ${connection} expire on ${day}, because they are not used. Resume the connection before that day, or enter new credentials.`,
    },
  },
} satisfies IssueTypes;

/** The sentence about all these references. */
export const referencesUnknown = (connection: string, references: string[]) => ({
  code: 'references_unknown' as const,
  ...{ connection, references: references.slice(0, mostNamed), count: references.length },
});

/** The same about announcements, of which goods went out again. */
export const announcementsUnknown = (connection: string, announcements: string[]) => ({
  code: 'announcements_unknown' as const,
  ...{ connection, announcements: announcements.slice(0, mostNamed), count: announcements.length },
});

/** The subject of an issue about a record that cannot be read; its id is shown and dismissed by this. */
export const recordSubject = (id: number) => `${recordPrefix}${id}`;
export const recordPrefix = 'record:';

/** The id of the unreadable record that a subject names, null for any other subject. */
export const recordOfSubject = (subject: string): number | null => {
  const id = /^record:(\d+)$/.exec(subject)?.[1];
  return id === undefined ? null : Number(id);
};
