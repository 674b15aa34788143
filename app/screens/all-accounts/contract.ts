import { z } from 'zod';
import { endpoint, id, instant, messageReply, nameText, refusal, text } from '../../../platform/endpoint.ts';
import { listQuery, paginated } from '../../../platform/list/query.ts';
import { auditEntry } from '../../people/audit/contract.ts';

const account = z.object({
  id: z.number(),
  name: z.string(),
  timezone: z.string(),
  created_at: instant,
  /** Null while it goes on. */
  suspended_at: instant.nullable(),
  users: z.number(),
  /** When anybody of it was last seen. */
  last_seen_at: instant.nullable(),
  connections: z.array(z.object({ slug: z.string(), name: z.string(), health: z.string() })),
  /** The names of its connections that another account has too. */
  shared: z.array(z.string()),
  /** Orders that came in the last 30 days. */
  orders: z.number(),
  /** How many orders need a person; when none does, how many other issues are open. */
  needsPerson: z.number(),
  /** What somebody of Crossdock last did in it; null where nobody has. */
  acted: z.object({ at: instant, who: z.string() }).nullable(),
  /** The database node of its rows, where that does not reply: then nothing of it but its people is known. */
  lost_node: z.string().nullable(),
});
export type ListedAccount = z.output<typeof account>;

const query = listQuery({ sorts: ['name', 'created_at'] });
export type AccountsQuery = z.output<typeof query>;

export const listAccountsCall = endpoint('GET /settings/super/accounts', {
  may: 'portal',
  alsoPage: true,
  summary: 'One page of all accounts, with their users, connections, orders of the last 30 days, and what needs a person',
  query,
  replies: { 200: paginated(account) },
});

const actingQuery = z.object({ before: id.optional() });

export const listActingCall = endpoint('GET /settings/super/accounts/:id', {
  may: 'portal',
  alsoPage: true,
  summary: 'What was done in an account by those who acted as it, newest first, fifty at a time',
  query: actingQuery,
  replies: { 200: z.object({ name: z.string(), data: z.array(auditEntry) }), 404: refusal },
});

const shared = z.object({
  slug: z.string(),
  name: z.string(),
  others: z.array(z.object({ accountId: z.number(), account: z.string(), connection: z.string() })),
});
export type SharedConnection = z.output<typeof shared>;

export const listSharedCall = endpoint('GET /settings/super/accounts/:id/shared', {
  may: 'portal',
  summary: 'Which live connections of an account other accounts have too, and under which names',
  replies: { 200: z.object({ data: z.array(shared) }) },
});

export const newAccount = z.object({
  name: nameText(1_000).min(1, 'Give the account a name.').max(100, 'A name has at most 100 characters.').meta({ title: 'Name' }),
  timezone: text(60)
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'Choose a time zone, such as Europe/London.')
    .meta({ title: 'Time zone' }),
  email: z.email('Email address must be valid').max(320).meta({ title: 'E-mail of its first account admin' }),
});

export const createAccountCall = endpoint('POST /settings/super/accounts', {
  may: 'portal',
  confirmed: true,
  summary: 'Create an account, and invite its first account admin by mail',
  body: newAccount,
  example: { body: { name: 'Harbour Gifts', timezone: 'Europe/London', email: 'kim@example.com' } },
  replies: { 201: messageReply.extend({ id: z.number() }), 502: refusal },
});

export const suspendAccountCall = endpoint('POST /settings/super/accounts/:id/suspend', {
  may: 'portal',
  confirmed: true,
  summary: 'Suspend an account: its people are signed out, and its connections are not called until it is resumed',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const resumeAccountCall = endpoint('POST /settings/super/accounts/:id/resume', {
  may: 'portal',
  summary: 'Let a suspended account go on',
  replies: { 200: messageReply, 404: refusal },
});

export const thisLivesCall = endpoint('POST /settings/super/installation/this-lives', {
  may: 'portal',
  confirmed: true,
  summary: 'Say that this copy of an installation is the one that lives: every account is compared, and then sends',
  replies: { 200: messageReply, 409: refusal },
});
