import { sql } from 'kysely';
import { type Directory, openDirectory } from '../app/people/accounts/people/directory.ts';
import { resealedSecret } from '../app/people/accounts/two-factor/plugin.ts';
import { secretContext } from '../app/shared/connections/calls/session.ts';
import { tokenContext } from '../app/shared/connections/calls/tokens.ts';
import { consentContext } from '../app/shared/connections/trying/consent/pending.ts';
import { subscriptionContext } from '../app/shared/webhooks/subscriptions/secrets.ts';
import type { Columns } from '../platform/columns.ts';
import { openDatabase } from '../platform/db.ts';
import type { Environment } from '../platform/env.ts';
import { openedOrNull, type Seal, sealWith } from '../platform/seal.ts';
import { type Tenant, withoutPerson } from '../platform/tenant.ts';

type Row = Columns<'connections', 'id' | 'secrets' | 'webhook_secret' | 'vendor_secret' | 'sign_off'>;

/** Seals a text with the current key. One that no key opens stays as it is. */
type Again = <Text extends string | null>(text: Text, context: string) => Text;

/**
 * Reseals every connection's secrets and tokens, and those that webhooks are signed with, with the current key, account by account, so that
 * earlier keys can be dropped. What was sealed with a key that was lost keeps nothing else waiting.
 */
export async function reseal(env: Environment): Promise<string> {
  const database = openDatabase({ url: env.databaseUrl, connections: 1, name: 'crossdock-reseal' });
  const directory = openDirectory(env.databaseUrl, 1);
  const resealing = resealer(sealWith(env.secretKeys));
  const { again, lost } = resealing;
  let count = 0;
  let webhooks = 0;
  let people = 0;
  try {
    for (const { id: accountId } of await directory.query<{ id: number }>('select id from accounts order by id')) {
      count += await withoutPerson(database, accountId, async (tenant) => {
        await resealTokens(tenant, again);
        await resealConsents(tenant, again);
        webhooks += await resealWebhooks(tenant, resealing);
        return resealAccount(tenant, resealing);
      });
    }
    people = await resealPeople(directory, env.secretKeys, lost);
  } finally {
    await Promise.all([directory.close(), database.close()]);
  }
  const sealed = `${count} connections, ${webhooks} webhooks and ${people} authenticator apps`;
  const done = `Sealed the secrets of ${sealed} with the current SECRET_KEY: SECRET_KEY_PREVIOUS is no longer needed for them.`;
  return lost.size === 0
    ? done
    : `${done}\n${lost.size} more could not be opened with any key that is here, and stay as they are: ${[...lost].join(', ')}.`;
}

/** `lost`: what could not be opened, by what it is bound to. */
type Resealer = { again: Again; lost: Set<string> };

function resealer(seal: Seal): Resealer {
  const lost = new Set<string>();
  const again: Again = (text, context) => {
    const opened = text && openedOrNull(seal, text, context);
    if (text && opened === null) lost.add(context);
    return opened === null ? text : (seal.seal(opened, context) as typeof text);
  };
  return { again, lost };
}

/** What each person's authenticator app shares with us. */
async function resealPeople(directory: Directory, secretKeys: readonly string[], lost: Set<string>): Promise<number> {
  return directory.transaction(async (query) => {
    const rows = await query<Columns<'two_factors', 'id' | 'secret'>>('select id, secret from two_factors order by id for update');
    let count = 0;
    for (const { id, secret } of rows) {
      const again = await resealedSecret(secret, secretKeys).catch(() => null);
      if (again === null) lost.add(`authenticator app:${id}`);
      else await query('update two_factors set secret = $2 where id = $1', [id, again]);
      count += again === null ? 0 : 1;
    }
    return count;
  });
}

async function resealAccount({ db, accountId }: Tenant, { again, lost }: Resealer): Promise<number> {
  const { rows } = await sql<Row>`select id, secrets, webhook_secret, vendor_secret, sign_off from connections
      where account_id = ${accountId} and coalesce(secrets, webhook_secret, vendor_secret, sign_off) is not null order by id
      for update`.execute(db);
  let count = 0;
  for (const { id, secrets, webhook_secret, vendor_secret, sign_off } of rows) {
    const context = secretContext(accountId, id);
    await sql`update connections set secrets = ${again(secrets, context)}, webhook_secret = ${again(webhook_secret, context)},
        vendor_secret = ${again(vendor_secret, context)}, sign_off = ${again(sign_off, context)}
      where account_id = ${accountId} and id = ${id}`.execute(db);
    if (!lost.has(context)) count += 1;
  }
  return count;
}

/** What events are signed with that other systems are sent. */
async function resealWebhooks({ db, accountId }: Tenant, { again, lost }: Resealer): Promise<number> {
  const { rows } = await sql<Columns<'event_subscriptions', 'id' | 'secret' | 'former_secret'>>`
    select id, secret, former_secret from event_subscriptions where account_id = ${accountId} and deleted_at is null
      order by id for update`.execute(db);
  for (const { id, secret, former_secret } of rows) {
    const context = subscriptionContext(accountId, id);
    await sql`update event_subscriptions set secret = ${again(secret, context)}, former_secret = ${again(former_secret, context)}
      where account_id = ${accountId} and id = ${id}`.execute(db);
  }
  return rows.filter(({ id }) => !lost.has(subscriptionContext(accountId, id))).length;
}

/** What people entered who are at a vendor now. */
async function resealConsents({ db, accountId }: Tenant, again: Again): Promise<void> {
  const { rows } = await sql<Columns<'consents', 'id' | 'user_id' | 'session_id' | 'form'>>`
    select id, user_id, session_id, form from consents where account_id = ${accountId} order by id for update`.execute(db);
  for (const row of rows) {
    const context = consentContext({ accountId, userId: row.user_id, sessionId: row.session_id });
    const form = again(row.form, context);
    await sql`update consents set form = ${form} where account_id = ${accountId} and id = ${row.id}`.execute(db);
  }
}

/** The tokens that sign connections in, and what renews them. */
async function resealTokens({ db, accountId }: Tenant, again: Again): Promise<void> {
  const { rows } = await sql<Columns<'connection_tokens', 'key' | 'token' | 'kept' | 'kept_before'>>`
    select key, token, kept, kept_before from connection_tokens where account_id = ${accountId} order by key for update`.execute(db);
  for (const { key, token, kept, kept_before } of rows) {
    const context = tokenContext(accountId, key);
    await sql`update connection_tokens set token = ${again(token, context)}, kept = ${again(kept, context)},
        kept_before = ${again(kept_before, context)}
      where account_id = ${accountId} and key = ${key}`.execute(db);
  }
}
