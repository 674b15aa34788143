import type { Reason } from '../../../connectors/contract.ts';
import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';
import { type ImportOutcome, wordImport } from '../../base/import-outcomes.ts';
import { type LeftThere, wordLeftThere } from '../../base/left-there.ts';
import { wordReason } from '../../base/reasons.ts';
import { asSentence } from '../../ui/words/as-sentence.ts';
import { countedWords } from '../../ui/words/counted-words.ts';

/** `by`: the person's name; null where a super admin acts, whom colleagues do not know. */
type By = { by: string | null };
const nameOf = ({ by }: By) => by ?? 'A super admin';
/** What it is about, as in "order 1001". */
type Record = { noun: string; name: string };

/**
 * One mail may have several of these. Where people know of others that still wait, it says that these are more, and how many that makes.
 */
function ordersWaiting({ stopped, all, hours }: { stopped: number; all: number; hours: number }): string {
  const orders =
    all > stopped ? countedWords(stopped, 'more order has', 'more orders have') : countedWords(stopped, 'order has', 'orders have');
  const sum = all > stopped ? `: ${all.toLocaleString('en-US')} in all` : '';
  return `${orders} waited for a person for more than ${countedWords(hours, 'hour', 'hours')}${sum}.`;
}

/** The line of a notification, in the bell and in the mail. A row keeps a code of these and its values. */
export const notificationSentences = {
  requests_refused: ({ connection, reason }: { connection: string; reason: Reason }) =>
    `${connection} ${reason.code === 'connection.other_settings' ? 'cannot be called' : 'refuses every request'}: ${asSentence(wordReason(reason))} Nothing is lost: orders wait until it is reconnected.`,
  secrets_lost: ({ connection }: { connection: string }) =>
    `${connection} cannot be reached: its credentials are encrypted with a key that is not here. Enter them again. Nothing is lost: orders wait until then.`,
  app_uninstalled: ({ connection, connector }: { connection: string; connector: string }) =>
    `${connection} is disconnected, because Crossdock was uninstalled in ${connector}. Its orders and their history stay. Connect it again to go on.`,
  left_there: ({ connection, connector, left }: { connection: string; connector: string; left: LeftThere[] }) =>
    `${connection} was disconnected. ${wordLeftThere(connector, left)}`,
  data_requested: ({ connection, orders }: { connection: string; orders: string[] }) =>
    `A buyer wants to know what is kept of them, and ${connection} passes that on: ${orders.length === 0 ? 'no order of theirs is here' : `send them what their orders say (${new Intl.ListFormat('en-US').format(orders)})`}.`,
  buyer_unnamed: ({ connection, erases }: { connection: string; erases: boolean }) =>
    `${connection} passes on that a buyer wants ${erases ? 'to be erased' : 'to know what is kept of them'}, but names neither their e-mail address nor an order. Nothing was done: find out there who it is.`,
  erasure_waits: ({ connection, order, day }: { connection: string; order: string; day: string }) =>
    `${connection} asked on ${day} to erase a buyer, and their order ${order} has not ended. They are erased as soon as it has: finish it or cancel it.`,
  orders_waiting: ordersWaiting,
  ticket_replied: ({ ticket }: { ticket: string }) => `The ticket “${ticket}” has a reply.`,
  webhook_gone: ({ name }: { name: string }) =>
    `The webhook ${name} is off: its address replied that it is gone (410). What happens from now on is kept for 30 days and can be replayed.`,
  webhook_failing: ({ name }: { name: string }) =>
    `The webhook ${name} is off: nothing could be delivered to it for five days. What happens from now on is kept for 30 days and can be replayed.`,
  mentioned: ({ noun, name, excerpt, ...by }: By & Record & { excerpt: string }) =>
    `${nameOf(by)} mentions you on ${noun} ${name}: “${excerpt}”`,
  assigned: ({ noun, name, ...by }: By & Record) => `${nameOf(by)} assigned ${noun} ${name} to you.`,
  assigned_many: ({ many, name, ...by }: By & { many: string; name: string }) => `${nameOf(by)} assigned ${name} and other ${many} to you.`,
  import_finished: ({ file, outcome }: { file: string; outcome: ImportOutcome }) =>
    `${file}: ${outcome.code === 'import_undone' ? 'undone, ' : ''}${wordImport(outcome)}`,
  keys_paused: ({ keys, maker }: { keys: string[]; maker: string }) =>
    `${maker} left, so what ${keys.length === 1 ? 'the API key' : 'the API keys'} ${new Intl.ListFormat('en-US').format(keys)} did has stopped. Take ${keys.length === 1 ? 'it' : 'them'} over to go on.`,
  key_expires: ({ key, day }: { key: string; day: string }) =>
    `The API key ${key} expires on ${day}. What it does stops then, unless you have it end later.`,
  goods_received: ({ number }: { number: string }) => `The warehouse has received goods of purchase order ${number}.`,
};

export type NotificationSentence = SentenceOf<typeof notificationSentences>;
/** Words what a notification keeps. */
export const wordNotification = wordedBy(notificationSentences);
