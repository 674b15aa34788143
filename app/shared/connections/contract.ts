import { z } from 'zod';
import { endpoint, id, instant, messageReply, nameText, refusal, text } from '../../../platform/endpoint.ts';

// A private key of 4,096 bits has 3,300 characters.
export const settings = z.record(z.string().max(100), text(8000));
export const settingsSeen = settings.optional().meta({
  description:
    'Those of the settings that are changed, as they were shown, empty for none: the others stay as they are. Refused with 409 where somebody else changed one of them by now',
});

export const connection = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  connector: z.string(),
  connector_label: z.string(),
  /** Its sign, as an SVG path in a square of 24. */
  connector_logo: z.string().nullable(),
  /** What it can do: `orders`, `confirmations`, `warehouse` and the other keys of a connector. */
  capabilities: z.array(z.string()),
  state: z.enum(['active', 'paused', 'needs_reconnect', 'disconnected']),
  health: z.enum(['healthy', 'troubled', 'blocked', 'paused', 'needs_reconnect', 'new']),
  health_sentence: z.string(),
  last_ok_at: instant.nullable(),
  last_failure: z.string().nullable(),
  last_failure_at: instant.nullable(),
  blocked_until: instant.nullable(),
  /** How many effects wait to be sent, counted up to 10,000, and how long the one that is due longest has waited. */
  waiting: z.number(),
  behind_minutes: z.number(),
  /** What its credentials may not do, a stream or an effect, with the reason; everything else goes on. */
  forbidden: z.record(z.string(), z.string()),
  streams: z.array(z.object({ stream: z.string(), read_at: z.string().nullable(), due_at: z.string(), failures: z.number() })),
  settings,
});
export type Connection = z.output<typeof connection>;

/** What can be connected; `schema` is the JSON Schema of its settings. */
const connectable = connection.pick({ capabilities: true }).extend({
  ...{ name: z.string(), label: z.string(), logo: z.string().nullable(), schema: z.unknown() },
  /** A person agrees to it at the vendor; `instead` are settings that sign in without that. Null where settings always do. */
  consent: z.object({ instead: z.array(z.string()) }).nullable(),
  /** Which orders are read first: those since a day that is chosen, or all that are open, however old. Null where it has none to read. */
  first_orders: z.enum(['since', 'all_open']).nullable(),
});
/** `earlier`: it was connected before, and what is kept of that, in a sentence. */
export type Connectable = z.output<typeof connectable> & { earlier?: string };

export const listConnectionsCall = endpoint('GET /api/connectors', {
  may: 'work',
  summary: 'The account’s connections with their health, and what can be connected',
  replies: { 200: z.object({ data: z.array(connection), available: z.array(connectable) }) },
});

export const connectorLogoCall = endpoint('GET /connector-logos/:connector', {
  may: 'work',
  summary: 'The logo of a connector, as a picture',
  replies: { 200: z.string(), 404: refusal },
  sends: ['image/*'],
});

export const connectCall = endpoint('POST /api/connectors', {
  may: 'connect',
  confirmed: true,
  summary: 'Connect an outside system: its credentials are tried first',
  body: z.object({ connector: text(100), name: nameText(100), settings, since: z.iso.date().optional() }),
  replies: { 201: messageReply.extend({ id: z.number(), slug: z.string() }), 409: refusal },
});

export const reconnectCall = endpoint('PUT /api/connectors/:name', {
  may: 'connect',
  confirmed: true,
  summary: 'Replace a connection’s settings; a secret left empty keeps what it was',
  body: z.object({ settings, was: settingsSeen }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const testCall = endpoint('POST /api/connectors/:name/test', {
  may: 'work',
  summary: 'Try whether a connection works now',
  unaudited: 'it finds out, and changes nothing that a person set',
  replies: { 200: messageReply.extend({ works: z.boolean() }), 404: refusal },
});

export const choicesCall = endpoint('POST /api/connector-choices', {
  may: 'connect',
  summary: 'What can be chosen for a setting, as the outside system lists it by the settings so far',
  unaudited: 'it reads',
  body: z.object({
    connector: text(100),
    choices: text(100),
    settings,
    /** The connection that is being changed: its stored secrets are used where none is given. */
    connection: text(100).optional(),
  }),
  replies: { 200: z.object({ choices: z.array(z.object({ id: z.string(), name: z.string() })) }), 404: refusal, 409: refusal },
});

export const pauseCall = endpoint('POST /api/connectors/:name/pause', {
  may: 'connect',
  summary: 'Stop calling a connection until it is resumed',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const resumeCall = endpoint('POST /api/connectors/:name/resume', {
  may: 'connect',
  summary: 'Go on calling a paused connection',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const syncNowCall = endpoint('POST /api/connectors/:name/sync', {
  may: 'work',
  summary: 'Read every stream of a connection now; a run that is under way is joined',
  replies: { 202: messageReply.extend({ runs: z.array(z.number()) }), 404: refusal, 409: refusal },
});

const impact = z.object({
  open_orders: z.number(),
  at_warehouse: z.number(),
  unconfirmed: z.number(),
  links: z.number(),
  mappings: z.number(),
  /** The vendor from which our application is uninstalled with it; null where a person consented to none, or it stays. */
  uninstalls: z.string().nullable(),
});
export type Impact = z.output<typeof impact>;

/** What stays with a connection that is disconnected. */
export type Remains = { orders: number; links: number; mappings: number };

export const impactCall = endpoint('GET /api/connectors/:name/impact', {
  may: 'connect',
  summary: 'What stops when a connection is disconnected',
  replies: { 200: impact, 404: refusal },
});

export const disconnectCall = endpoint('DELETE /api/connectors/:name', {
  may: 'connect',
  confirmed: true,
  summary: 'Disconnect: secrets are erased, our webhook is removed at the other side, orders and their history stay',
  replies: { 200: messageReply.extend({ /** What is left at the other side. */ left: z.string().nullable() }), 404: refusal },
});

export const webhookAddressCall = endpoint('GET /api/connectors/:name/webhook', {
  may: 'connect',
  summary: 'Where the outside system may send its hints, and with what it proves itself',
  replies: {
    200: z.object({
      address: z.string(),
      /** `address`: the secret is in it. `signature`: deliveries are signed with a secret that both sides know. */
      proof: z.enum(['address', 'signature']),
      /** To be entered at the other side, when we generated it; null when it came with the settings. */
      secret: z.string().nullable(),
      /** Whether we give the address to the other side ourselves, when it was last taken, and why it was not. */
      told: z.object({ at: instant.nullable(), failure: z.string().nullable() }).nullable(),
    }),
    404: refusal,
  },
});

const logEntry = z.object({
  id: z.number(),
  action: z.string(),
  result: z.string(),
  edited_by: z.string(),
  /** In the account's time zone; `at` is the same time for a program. */
  date_formatted: z.string(),
  at: instant,
  operation: z.string(),
  method: z.string(),
  url: z.string(),
  status: z.number().nullable(),
  took_ms: z.number(),
  subject: z.string().nullable(),
});
export type LogEntry = z.output<typeof logEntry>;

export const listLogsCall = endpoint('GET /api/connector-logs/:connectorId/:entityId', {
  may: 'work',
  summary:
    'The newest exchanges with an outside system; entity 0 is all, 1 raw materials, 2 products, 3 orders, 4 purchase orders, 5 shipments, 6 stock',
  params: z.object({ connectorId: id, entityId: z.coerce.number().int().min(0).max(6) }),
  query: z.object({
    before: id.optional(),
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    subject: text(200).optional(),
  }),
  example: { query: { after: 0 } },
  replies: { 200: z.array(logEntry), 404: refusal },
});

/** With its headers and bodies, as far as they are kept. */
const exchange = logEntry.extend({ request: z.unknown(), response: z.unknown() });
export type Exchange = z.output<typeof exchange>;

export const getLogCall = endpoint('GET /api/connector-logs/:connectorId/:entityId/:id', {
  may: 'work',
  summary: 'One exchange with its headers and bodies, secrets taken out; bodies are kept for 14 days',
  params: z.object({ connectorId: id, entityId: z.coerce.number().int().min(0).max(6), id }),
  replies: { 200: exchange, 404: refusal },
});

export const dismissUnreadableCall = endpoint('POST /api/unreadable-records/:id/dismiss', {
  may: 'work',
  summary: 'Let go of a record that could not be read: it is kept, and no longer asks for a person',
  replies: { 200: messageReply, 404: refusal },
});

/** So many records that cannot be read are shown, and decided about, together. */
export const mostDecided = 100;

export const listUnreadableCall = endpoint('GET /api/unreadable-records', {
  may: 'work',
  summary: 'The records that could not be read and that nobody has decided about: the oldest hundred, and how many there are',
  replies: {
    200: z.object({
      total: z.number(),
      data: z.array(
        z.object({ id: z.number(), connection: z.string(), remote_id: z.string().nullable(), reason: z.string(), first_seen_at: instant }),
      ),
    }),
  },
});

export const dismissAllUnreadableCall = endpoint('POST /api/unreadable-records/dismiss', {
  may: 'work',
  summary: 'Let go of these records that could not be read: they are kept, and no longer ask for a person',
  body: z.object({ ids: z.array(id).min(1).max(mostDecided) }),
  replies: { 200: messageReply, 404: refusal },
});

export const dismissReferencesCall = endpoint('POST /api/unknown-references/:connectionId/dismiss', {
  may: 'work',
  summary: 'Say that nothing is to be done about what a warehouse has and nothing here was sent for',
  replies: { 200: messageReply, 404: refusal },
});

export const getUnreadableCall = endpoint('GET /api/unreadable-records/:id', {
  may: 'work',
  summary: 'A record that could not be read, word for word, and why',
  replies: {
    200: z.object({
      id: z.number(),
      remote_id: z.string().nullable(),
      reason: z.string(),
      raw: z.unknown(),
      first_seen_at: instant,
      times_seen: z.number(),
    }),
    404: refusal,
  },
});

/** A connection that was disconnected: its settings without the secrets, which were erased. */
export type Disconnected = {
  id: number;
  name: string;
  connector: string;
  connector_label: string;
  connector_logo: string | null;
  settings: unknown;
  at: Date;
  /** Why, where that was not by a person here. */
  because: string | null;
};
