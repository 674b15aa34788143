import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { AuditVerb } from '../../../platform/audit-verbs.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { existing, invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { lockOf } from '../../../platform/locks.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import { digestOf, newHandle, newSecret, writeKey } from './key-text.ts';
import { noSuchKey } from './queries.ts';
import type { Scope } from './scopes.ts';
import { requireShop } from './shops.ts';
import { newestVersion } from './versions.ts';

/** Of each kind, of an account. */
const mostKeys = 100;

/** Rows of `api_keys` that are counted together. */
export type KeyKind = { which: RawBuilder<unknown>; tooMany: (most: number) => string };
const keys: KeyKind = {
  which: sql`client_id is null and revoked_at is null`,
  tooMany: (most) => `An account has at most ${most} keys. Revoke one first.`,
};

type NewKey = { name: string; scopes: Scope[]; days: number | null; networks: string[]; shop_id?: number | null | undefined };
/** `key` is the whole of it, which nothing keeps. */
type Shown = { id: Column<'api_keys', 'id'>; name: string; key: string };

/** @throws Invalid for a name that another key has; Refusal 403, 409 */
export async function createKey(tenant: Tenant, { name, scopes, days, networks, shop_id = null }: NewKey): Promise<Shown> {
  await requireMember(tenant);
  await requireRoom(tenant, keys);
  const shop = await requireShop(tenant, scopes, shop_id);
  const handle = newHandle();
  const allowed = [...new Set(scopes)].sort();
  const inserted = sql<Columns<'api_keys', 'id'>>`
    insert into api_keys (account_id, handle, name, made_by, scopes, networks, shop_id, version, expires_at)
    values (${tenant.accountId}, ${handle}, ${name}, ${tenant.userId}, ${allowed}::text[], ${networks}::text[], ${shop?.id ?? null},
      ${newestVersion}::date,
      now() + make_interval(days => ${days}::int)) returning id`.execute(tenant.db);
  const { rows } = await unlessTaken('api_keys_by_name', inserted, () => invalid({ name: ['Another key has this name.'] }));
  const id = rows[0]?.id ?? 0;
  const secret = await addSecret(tenant, id);
  await audit(tenant, 'created', { id, name }, { scopes: allowed, networks, days, ...(shop && { shop: shop.name }) });
  return { id, name, key: writeKey({ handle, secret }) };
}

/**
 * Gives a key a new secret. The one of before works for so many hours more, those before it until they were to end: a program may have any
 * of them yet. With no hours all of them end. Who is shown the secret answers for what is done with it: the key is theirs from then on,
 * and works again where its maker had left. @throws Refusal 403, 404, 409
 */
export async function rotateKey(tenant: Tenant, id: number, hours: number): Promise<Shown> {
  await requireMember(tenant);
  const { name, handle } = await lockKey(tenant, id);
  await sql`delete from api_key_secrets where ${inAccount(tenant)} and key_id = ${id} and (until <= now() or ${hours} = 0)`.execute(
    tenant.db,
  );
  await sql`
    update api_key_secrets set until = now() + make_interval(hours => ${hours}::int)
    where ${inAccount(tenant)} and key_id = ${id} and until is null`.execute(tenant.db);
  const secret = await addSecret(tenant, id);
  await sql`
    update api_keys set rotated_at = now(), made_by = ${tenant.userId}, paused_at = null
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await audit(tenant, 'renewed', { id, name }, { former_hours: hours });
  return { id, name, key: writeKey({ handle, secret }) };
}

/** The key of who left is this person's from now on. @throws Refusal 403, 404, 409 where it is not paused */
export async function takeOverKey(tenant: Tenant, id: number): Promise<string> {
  await requireMember(tenant);
  const { name, paused_at } = await lockKey(tenant, id);
  if (paused_at === null) throw refuse(409, 'wrong_state', `${name} is not paused: its maker is still in your team.`);
  await sql`
    update api_keys set made_by = ${tenant.userId}, paused_at = null where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await audit(tenant, 'took over', { id, name });
  return name;
}

/** Ends a key for good. @throws Refusal 404, 409 */
export async function revokeKey(tenant: Tenant, id: number): Promise<string> {
  const { name } = await lockKey(tenant, id);
  await sql`update api_keys set revoked_at = now() where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await audit(tenant, 'revoked', { id, name });
  return name;
}

/**
 * A super admin who acts as an account takes no key from there: it would outlast that. A removal from the team that is under way is waited
 * for: it pauses the keys that there are.
 */
export async function requireMember(tenant: Tenant): Promise<void> {
  const { rows } = await sql`
    select from members where ${inAccount(tenant)} and user_id = ${tenant.userId} for key share`.execute(tenant.db);
  if (rows.length === 0) throw refuse(403, 'not_yours', 'Only members of this account have keys here. Ask one of its account admins.');
}

/** One at a time of an account, so that two at once do not both find the last place free. @throws Refusal 409 */
export async function requireRoom(tenant: Tenant, { which, tooMany }: KeyKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf('keys', tenant.accountId)})`.execute(tenant.db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_keys where ${inAccount(tenant)} and ${which}`.execute(tenant.db);
  if ((rows[0]?.count ?? 0) >= mostKeys) throw refuse(409, 'too_many_keys', tooMany(mostKeys));
}

type LockedKey = Columns<
  'api_keys',
  'name' | 'handle' | 'scopes' | 'networks' | 'expires_at' | 'made_by' | 'paused_at' | 'revoked_at' | 'shop_id'
>;

/** @throws Refusal 404, 409 for one that is revoked */
export async function lockKey(tenant: Tenant, id: number): Promise<LockedKey> {
  const { rows } = await sql<LockedKey>`
    select name, handle, scopes, networks, expires_at, made_by, paused_at, revoked_at, shop_id from api_keys
    where ${inAccount(tenant)} and id = ${id} and client_id is null for no key update`.execute(tenant.db);
  const key = existing(rows[0], noSuchKey);
  if (key.revoked_at !== null) throw refuse(409, 'wrong_state', `${key.name} is revoked. Make another key.`);
  return key;
}

async function addSecret(tenant: Tenant, keyId: number): Promise<string> {
  const secret = newSecret();
  await sql`
    insert into api_key_secrets (account_id, key_id, digest) values (${tenant.accountId}, ${keyId}, ${digestOf(secret)})`.execute(
    tenant.db,
  );
  return secret;
}

async function audit(tenant: Tenant, verb: AuditVerb, record: { id: number; name: string }, to = {}): Promise<void> {
  await writeAudit(tenant, { verb, noun: 'API key', record, to });
  notify(tenant, 'api_keys');
}
