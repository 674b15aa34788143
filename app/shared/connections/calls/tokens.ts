import { setTimeout as pause } from 'node:timers/promises';
import { type Nullable, sql } from 'kysely';
import type { Result } from '../../../../connectors/contract.ts';
import { returnedCodeIn } from '../../../../connectors/http/consent.ts';
import { type Grant, type GrantToken, isFresh, type TokenStore } from '../../../../connectors/http/tokens.ts';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { openedOrNull, type Seal } from '../../../../platform/seal.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { because } from '../../../base/reasons.ts';

/** A process that died while it asked for a token is not waited for longer. */
const grantingSeconds = 40;
const longestWaitMs = 45_000;
const lookMs = 150;

/** What this process knows, so that a request costs no look into the database. By account and credential. */
const grants = new Map<string, Grant>();
const pending = new Map<string, Promise<Result<Grant>>>();

type Row = Nullable<Columns<'connection_tokens', 'token' | 'kept' | 'kept_before' | 'expires_at'>>;
type Holder = { database: Database; seal: Seal; accountId: number; key: string };

/** The tokens of an account: sealed rows that all processes share. One process at a time asks the vendor, and only when it has to. */
export function sharedTokens(database: Database, seal: Seal, accountId: number): TokenStore {
  return {
    async token(key, stale, grant, now) {
      const name = `${accountId}/${key}`;
      const mine = grants.get(name);
      if (mine && mine.token !== stale && isFresh(mine, now)) return { ok: true, value: mine };
      const current =
        pending.get(name) ?? obtain({ database, seal, accountId, key }, stale, grant, now).finally(() => pending.delete(name));
      pending.set(name, current);
      const result = await current;
      if (result.ok) grants.set(name, result.value);
      return result;
    },
  };
}

async function obtain(holder: Holder, stale: string | null, grant: GrantToken, now: Date): Promise<Result<Grant>> {
  const giveUp = Date.now() + longestWaitMs;
  for (;;) {
    const found = await within(holder, (tenant) => look(tenant, holder, stale, now));
    if (found.kind === 'token') return { ok: true, value: found.grant };
    if (found.kind === 'ours') return renewKept(holder, found, grant);
    if (Date.now() > giveUp) {
      const reason = because({ code: 'connection.signing_in' });
      return { ok: false, failure: { kind: 'retry', at: new Date(now.getTime() + 5_000), reason, maybeDone: false } };
    }
    await pause(lookMs);
  }
}

/** `kept` is what to try in turn. `lost`: there is a newer one that no key of this process opens, so what came before it is not tried. */
type Turn = { kept: string[]; lost: boolean };
type Lookup = { kind: 'token'; grant: Grant } | ({ kind: 'ours' } & Turn) | { kind: 'other' };

/** The token that is there, or the right to ask for the next one. */
async function look(tenant: Tenant, { seal, key }: Holder, stale: string | null, now: Date): Promise<Lookup> {
  await sql`insert into connection_tokens (account_id, key) values (${tenant.accountId}, ${key}) on conflict do nothing`.execute(tenant.db);
  const { rows } = await sql<Row & { busy: boolean }>`
    select token, kept, kept_before, expires_at, coalesce(granting_until > now(), false) as busy
    from connection_tokens where ${inAccount(tenant)} and key = ${key} for update`.execute(tenant.db);
  const [row] = rows;
  if (!row) return { kind: 'other' };
  // A token that was sealed with a key that was lost is as if it were not there.
  const open = (sealed: string | null) => {
    const opened = sealed && openedOrNull(seal, sealed, tokenContext(tenant.accountId, key));
    return opened ? [opened] : [];
  };
  const [token] = open(row.token);
  if (token !== undefined && row.expires_at && token !== stale && isFresh({ expiresAt: row.expires_at }, now))
    return { kind: 'token', grant: { token, expiresAt: row.expires_at } };
  if (row.busy) return { kind: 'other' };
  await sql`update connection_tokens set granting_until = now() + make_interval(secs => ${grantingSeconds})
    where ${inAccount(tenant)} and key = ${key}`.execute(tenant.db);
  const kept = open(row.kept);
  const lost = row.kept !== null && kept.length === 0;
  return { kind: 'ours', kept: lost ? [] : [...kept, ...open(row.kept_before)], lost };
}

/**
 * Where what is kept cannot be opened, only the settings may still sign in. When these do not, it is our key that is missing, here at
 * least: another process may have a newer one, and whoever consented need not do so anew.
 */
async function renewKept(holder: Holder, { kept, lost }: Turn, grant: GrantToken): Promise<Result<Grant>> {
  const result = await renew(holder, kept, grant);
  if (!lost || result.ok || result.failure.kind !== 'reconnect') return result;
  return { ok: false, failure: { kind: 'reconnect', reason: because({ code: 'connection.secrets_lost' }) } };
}

/**
 * Tries what was kept, what was kept before that, and then the settings: a crash may have left any of them as the good one. When all are
 * refused, the reason is that of the first, which is the one that should have worked.
 */
async function renew(holder: Holder, kept: string[], grant: GrantToken): Promise<Result<Grant>> {
  let result: Result<Grant> | undefined;
  let first: Result<Grant> | undefined;
  let used: string | null = null;
  try {
    for (const each of [...kept, null]) {
      used = each;
      result = await grant(each);
      first ??= result;
      if (result.ok || result.failure.kind !== 'reconnect') break;
    }
  } finally {
    const granted = result?.ok ? result.value : null;
    await within(holder, async (tenant) => {
      if (granted) await store(tenant, holder, granted, used);
      else await giveUpTurn(tenant, holder.key);
    });
  }
  return (result?.ok || result?.failure.kind !== 'reconnect' ? result : first) as Result<Grant>;
}

/**
 * What was kept stays beside what replaces it, until the next grant shows that the new one is good. But for a code: it is good once, and
 * a vendor that sees it again takes back what it gave for it.
 */
async function store(
  tenant: Tenant,
  { seal, key }: Holder,
  { token, expiresAt, keep, keepEndsAt }: Grant,
  used: string | null,
): Promise<void> {
  const sealed = (text: string) => seal.seal(text, tokenContext(tenant.accountId, key));
  const kept = keep === undefined ? null : sealed(keep);
  const wasCode = returnedCodeIn(used) !== null;
  await sql`
    update connection_tokens set token = ${sealed(token)}, expires_at = ${expiresAt}, granting_until = null, changed_at = now(),
      kept_before = case when ${wasCode} then null when ${kept}::text is null then kept_before else kept end,
      kept = case when ${wasCode} then ${kept}::text else coalesce(${kept}::text, kept) end,
        kept_ends_at = ${keepEndsAt ?? null}
    where ${inAccount(tenant)} and key = ${key}`.execute(tenant.db);
}

const giveUpTurn = (tenant: Tenant, key: string) =>
  sql`update connection_tokens set granting_until = null where ${inAccount(tenant)} and key = ${key}`.execute(tenant.db);

/** Keeps what a person's consent left, until it is exchanged at the first sign-in. */
export async function keepFirst(tenant: Tenant, seal: Seal, key: string, kept: string): Promise<void> {
  await sql`insert into connection_tokens (account_id, key, kept)
    values (${tenant.accountId}, ${key}, ${seal.seal(kept, tokenContext(tenant.accountId, key))})`.execute(tenant.db);
}

/** Whether this process opens what renews the tokens of a credential, and of further credentials of it. */
export async function opensKept(tenant: Tenant, seal: Seal, credential: string): Promise<boolean> {
  const { rows } = await sql<Columns<'connection_tokens', 'key' | 'kept'>>`
    select key, kept from connection_tokens where ${inAccount(tenant)} and split_part(key, '/', 1) = ${credential}`.execute(tenant.db);
  return rows.every(({ key, kept }) => kept === null || openedOrNull(seal, kept, tokenContext(tenant.accountId, key)) !== null);
}

/** What a sealed token is bound to. */
export const tokenContext = (accountId: number, key: string) => `token:${accountId}:${key}`;

const within = <T>({ database, accountId }: Holder, work: (tenant: Tenant) => Promise<T>) => withoutPerson(database, accountId, work);

/**
 * Deletes the tokens that no connection uses which is live or signs off, those of its further credentials too: after an hour, for one that
 * is just being connected, but those of a credential that was given up at once.
 */
export async function dropUnusedTokens(tenant: Tenant, givenUp: string | null = null): Promise<void> {
  const { rows } = await sql<Columns<'connection_tokens', 'key'>>`
    delete from connection_tokens t where ${inAccount(tenant, 't')}
      and (t.changed_at <= now() - interval '1 hour' or split_part(t.key, '/', 1) = ${givenUp})
      and not exists (select from connections c where ${inAccount(tenant, 'c')} and c.credential = split_part(t.key, '/', 1)
        and (c.disconnected_at is null or c.sign_off is not null))
    returning key`.execute(tenant.db);
  for (const { key } of rows) grants.delete(`${tenant.accountId}/${key}`);
}
