import type { Catalogue, SentenceOf } from '../../platform/sentences.ts';

type System = { system: string };
type Status = { status: number };

/** Why a call of any connector failed. `their_words` has the other side's own words; the other sentences are ours. */
export const callReasons = {
  their_words: ({ text, status }: { text: string; status: number | null }) =>
    status === null ? text : `${text.replace(/\.$/, '')} (${status}).`,
  refused: ({ status }: Status) => `The request was refused (${status}).`,
  credentials_refused: ({ status }: Status) => `The credentials were refused (${status}).`,
  no_consent: ({ system }: System) => `Nobody has agreed to this connection at ${system} yet.`,
  no_application: ({ system }: System) =>
    `Crossdock has no app at ${system} yet. Whoever runs this installation has to register one there.`,
  no_such_record: ({ status }: Status) => `There is no such record (${status}).`,
  /** By what we have sent. */
  used_up: ({ system }: System) => `${system} allows no further requests just now.`,
  /** By its own reply. */
  too_many_requests: ({ system }: System) => `${system} allows no further requests just now (error 429).`,
  /** Of a write that was meant for a record as it was read. */
  changed_there: ({ system }: System) => `It was changed in ${system} in the meantime. It is read again, and decided anew.`,
  redirected: ({ status }: Status) => `It points to another address (${status}), which is not followed.`,
  trouble: ({ system, status }: System & Status) => `${system} has a problem (error ${status}).`,
  not_json: ({ type }: { type: string }) => `The reply is ${type || 'of no type'} instead of JSON.`,
  too_many_values: () => 'The reply has more values than can be read.',
  cut_off: () => 'The reply is not complete JSON.',
  unexpected_shape: ({ field, problem }: { field: string; problem: string }) => `The reply has an unexpected shape: ${field}: ${problem}`,
  no_reply: ({ seconds }: { seconds: number }) => `No reply within ${seconds} s.`,
  not_connected: ({ error }: { error: string }) => `The connection failed: ${error}`,
  many_names: () => 'Crossdock was busy with other names and did not come to look this one up. It is tried again.',
  time_over: () => 'Its time to be sent was over.',
  other_address: ({ origin }: { origin: string }) => `${origin} is not an address of this connector.`,
  not_https: ({ origin }: { origin: string }) => `${origin} is not https.`,
  has_password: () => 'An address must not carry a password.',
  private_address: ({ host }: { host: string }) => `${host} is an address inside a private network.`,
  /** Of a record: the first field that does not fit, and what its schema says of it. */
  field: ({ field, problem }: { field: string; problem: string }) => `${field}: ${problem}`,
  /** Of a file that somebody named by its address. */
  no_address: () => 'It is not an address.',
  leads_on: () => 'This address leads on to another one. Enter that one.',
  replied: ({ status }: Status) => `Its server replied with ${status}.`,
  unreachable: ({ host }: { host: string }) => `${host} cannot be reached.`,
  no_end: ({ system, seconds }: System & { seconds: number }) => `${system} did not come to an end within ${seconds} seconds.`,
  too_many_pages: ({ system }: System) => `${system} has more pages than are read.`,
  too_much: ({ system }: System) => `${system} lists more than can be shown.`,
  no_order: ({ reference }: { reference: string }) => `The warehouse has no order ${reference}.`,
  no_announcement: ({ reference }: { reference: string }) => `The warehouse has no announcement ${reference}.`,
};

/** Sentences around another reason. `connectors/reasons.ts` words them, because it knows the reasons of every connector. */
export type Around = { code: 'plan_lapsed' | 'may_not' | 'no_sign_in' | 'order_unreadable' | 'address_only'; because: Reason };

/** A sentence of one connector, or of the engine: `netsuite.no_line`. `reasonsOf` makes them. */
export type OwnReason = { code: `${string}.${string}`; [value: string]: unknown };

/** Why a call failed or a record cannot be read: a code and its values, and the other side's words as a value of `their_words`. */
export type Reason = SentenceOf<typeof callReasons> | Around | OwnReason;

/** Of what the other side wrote, in characters: it can be of any length. */
const longestText = 300;

/** What the other side wrote, with the status of its reply where that says more. */
export const theirWords = (text: string, status: number | null = null): Reason => ({
  ...{ code: 'their_words', text: text.trim().slice(0, longestText).toWellFormed(), status },
});

/** What a connector's own catalogue says. */
export type ReasonIn<C extends Catalogue> = SentenceOf<C>;

/** Makes the reasons of a catalogue whose codes begin with a connector's name: one with other values than its own does not compile. */
export const reasonsOf =
  <C extends Record<`${string}.${string}`, Catalogue[string]>>(_: C) =>
  (reason: SentenceOf<C>): OwnReason =>
    reason as OwnReason;
