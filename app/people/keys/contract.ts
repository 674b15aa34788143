import { z } from 'zod';
import { endpoint, id, instant, messageReply, nameText, refusal } from '../../../platform/endpoint.ts';
import { scopes } from './scopes.ts';

/** `paused`: its maker has left the account. `needs_two_factor`: its maker has to set up two-factor sign-in first. */
const state = z.enum(['active', 'expired', 'paused', 'needs_two_factor', 'revoked']);

const key = z.object({
  id,
  name: z.string(),
  /** How it begins: by that people recognise which one a program has. */
  starts_with: z.string(),
  state,
  scopes: z.array(z.string()),
  networks: z.array(z.string()),
  version: z.string(),
  shop: z.string().nullable().meta({ description: 'The shop that it sells for' }),
  made_by: z.string(),
  /** Of its maker now, who it may no more than; null where they have left. */
  maker_role: z.enum(['account_admin', 'admin', 'user']).nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  /** Until when the former secret works too. */
  former_until: instant.nullable(),
  last_used_at: instant.nullable(),
  last_address: z.string().nullable(),
});
export type ApiKey = z.output<typeof key>;

const keyCall = z.object({
  id,
  at: instant,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  ms: z.int(),
  address: z.string().nullable(),
});
export type KeyCall = z.output<typeof keyCall>;

/** The whole key: the only reply that ever has it. */
const shownOnce = messageReply.extend({ id, key: z.string() });

export const listKeysCall = endpoint('GET /api/keys', {
  may: 'connect',
  summary: 'The API keys of the account, revoked ones last',
  replies: { 200: z.object({ keys: z.array(key) }) },
});

const network = z
  .union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], 'Write networks as 203.0.113.0/24 or 2001:db8::/32.')
  // Of ::ffff:10.0.0.0/8 nobody knows whether the 8 counts from the 10.
  .refine((text) => !/^(::|(0{1,4}:){5})ffff:/i.test(text), 'Write an IPv4 network as 203.0.113.0/24.');

const settings = z.object({
  name: nameText(1_000).min(1, 'Give the key a name.').max(100, 'A name has at most 100 characters.'),
  scopes: z.array(z.enum(scopes)).min(1, 'Choose what the key may do.').max(100),
  days: z
    .int()
    .min(1, 'At least a day.')
    .max(3_650, 'At most 3,650 days.')
    .nullable()
    .meta({ description: 'So many from now on. Null: it does not expire' }),
  networks: z.array(network).max(20, 'At most 20 networks.'),
});
const seen = z.object({ scopes: z.array(z.string()).max(100), networks: z.array(z.string()).max(20) });
/** What an edit changes of a key; what is left out stays. */
const edit = settings.partial().extend({
  seen: seen.partial().optional().meta({ description: 'What the person saw of it: where that is otherwise by now, nothing is saved' }),
});
export type KeyEdit = z.output<typeof edit>;

export const createKeyCall = endpoint('POST /api/keys', {
  may: 'connect',
  confirmed: true,
  summary: 'Make an API key. The reply has it; it is shown this once',
  body: settings.extend({
    networks: settings.shape.networks.default([]),
    shop_id: id
      .nullish()
      .meta({ description: 'The shop of your own that it sells for: needed by `read_shop` and `write_shop`, and fixed from then on' }),
  }),
  example: { body: { name: 'Ledger', scopes: ['read_orders'], days: 90, networks: ['203.0.113.0/24'] } },
  replies: { 201: shownOnce, 409: refusal },
});

export const changeKeyCall = endpoint('PATCH /api/keys/:id', {
  may: 'connect',
  confirmed: true,
  summary: 'Change the name, scopes, expiry or networks of a key. Who allows it more is its maker from then on',
  body: edit,
  example: { body: { scopes: ['read_orders', 'read_stock'] } },
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const rotateKeyCall = endpoint('POST /api/keys/:id/rotate', {
  may: 'connect',
  confirmed: true,
  summary: 'Give a key a new secret, and be its maker from then on. The former one works for so many hours more; 0 ends it at once',
  body: z.object({ hours: z.int().min(0).max(168, 'At most 168 hours, which is a week.') }),
  example: { body: { hours: 24 } },
  replies: { 200: shownOnce, 404: refusal, 409: refusal },
});

export const takeOverKeyCall = endpoint('POST /api/keys/:id/take-over', {
  may: 'connect',
  confirmed: true,
  summary: 'Be the maker of a key whose maker left: it works again, and may what its scopes and the new maker may',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const revokeKeyCall = endpoint('DELETE /api/keys/:id', {
  may: 'connect',
  summary: 'End a key at once, for good',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const listKeyCallsCall = endpoint('GET /api/keys/:id/calls', {
  may: 'connect',
  summary: 'The last hundred calls of a key',
  replies: { 200: z.object({ calls: z.array(keyCall) }), 404: refusal },
});
