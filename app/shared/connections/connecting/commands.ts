import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Connector, Identity, Settings } from '../../../../connectors/contract.ts';
import { consentOf, consentSetting, referenceKeyOf, secretSettings } from '../../../../connectors/settings.ts';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { openedOrNull, type Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import type { StreamName } from '../../../base/stream-names.ts';
import { closeIssues } from '../../issues/commands.ts';
import { connectionName } from '../calls/connection-name.ts';
import { secretContext } from '../calls/session.ts';
import { dropUnusedTokens } from '../calls/tokens.ts';
import { recordSuccess } from '../health/health.ts';
import { keepConsentedShops } from '../identity/consented-shops.ts';
import { identityOf, lockIdentities, othersOf, requireSame, requireUnshared, saveIdentity } from '../identity/identity.ts';
import { earlierOf, takeUp } from '../identity/take-up.ts';
import { fitToConnector, oneWarehouse } from '../streams/fit.ts';
import { startStream } from '../streams/start.ts';
import { wakeConnection } from '../streams/wake.ts';
import { namesToKeep } from './chosen-names.ts';
import { settingsChanged } from './entered.ts';
import { requireSignedOff } from './kept-sign-off.ts';

/** `everySeconds` applies to the streams that orders depend on; the others have their own intervals. */
export type NewConnection = {
  connector: Connector;
  name: string;
  settings: Settings;
  since: Date;
  everySeconds?: number;
  /** Whose credential it is; without it, that is found out within the hour. */
  identity?: Identity;
  /** When `identity` was not known yet: a consent may have been taken back since. */
  identifiedSince?: Date;
  /** Disconnected connections of another provider, whose account there has the same id by chance: none of them is taken up. */
  strangers?: ReadonlySet<number>;
};

/**
 * Connects an outside system: stores settings, seals secrets, and makes its streams due at once. The slug is the connector's name, or
 * the next free one. What was connected before is taken up.
 * @throws Refusal 409 where it is connected, another warehouse is, or there are too many
 */
export async function connect(
  tenant: Tenant,
  seal: Seal,
  { connector, name, settings, since, everySeconds, identity, identifiedSince = since, strangers = new Set() }: NewConnection,
): Promise<{ id: number; slug: string; isTakenUp: boolean }> {
  await lockIdentities(tenant);
  const others = identity ? await othersOf(tenant, connector, null) : [];
  if (identity) requireUnshared(others, identity);
  const same = others.filter(({ id }) => !strangers.has(id));
  const earlier = identity && earlierOf(same, identity.keys, connector, settings);
  if (earlier && settings[consentSetting]) await requireSignedOff(tenant, earlier.id, connector, identifiedSince);
  const connected = connector.warehouse ? await connectedWarehouse(tenant) : undefined;
  if (connected) throw oneWarehouse(connected);
  const created = earlier
    ? await takeUp(tenant, earlier, { connector, name, slug: await freeSlug(tenant, earlier.slug), since })
    : await addConnection(tenant, { connector, name, settings, identity, isApart: strangers.size > 0 });
  if (identity) await saveIdentity(tenant, created.id, identity);
  const { to } = await saveSettings(tenant, seal, created.id, connector, settings);
  await writeAudit(tenant, {
    verb: 'connected',
    noun: 'connection',
    record: { id: created.id, name },
    to: { connector: connector.label, ...to, ...(earlier ? { taken_up: earlier.name } : {}) },
  });
  await fitToConnector(tenant, created.id, connector, settings, { since, ...(everySeconds === undefined ? {} : { everySeconds }) });
  await keepConsentedShops(tenant, created.id);
  if (earlier) {
    await enqueue(tenant, 'orders:reread-unusable', { connectionId: created.id });
    await wakeConnection(tenant, created.id);
  }
  // Whoever calls us has nothing that could be tried.
  if (connector.byCall) await recordSuccess(tenant, created.id);
  notify(tenant, 'connections', [created.id]);
  return { ...created, isTakenUp: earlier !== undefined };
}

/** `isApart`: another provider's has the same keys, and its parcels perhaps the same ids: the address tells the two apart. */
type Added = Pick<NewConnection, 'connector' | 'name' | 'settings'> & { identity: Identity | undefined; isApart: boolean };

async function addConnection(
  tenant: Tenant,
  { connector, name, settings, identity, isApart }: Added,
): Promise<{ id: number; slug: string }> {
  const key = referenceKeyOf(connector, settings, identity?.keys);

  const { rows } = await sql<Columns<'connections', 'id' | 'slug'>>`
    insert into connections (account_id, connector, slug, name, finds_sold_before, reference_key)
    select ${tenant.accountId}, ${connector.name}, ${await freeSlug(tenant, connector.name)}, ${name}, now(),
      ${isApart ? [key, ...connector.hosts(settings).api].join(' ') : key}
    returning id, slug`.execute(tenant.db);
  return rows[0] as { id: number; slug: string };
}

/** Its name. An index keeps two people who connect one at once from having two. */
async function connectedWarehouse(tenant: Tenant): Promise<string | undefined> {
  const { rows } = await sql<Columns<'connections', 'name'>>`
    select name from connections where ${inAccount(tenant)} and 'warehouse' = any(capabilities) and disconnected_at is null`.execute(
    tenant.db,
  );
  return rows[0]?.name;
}

/**
 * Replaces settings; an empty secret keeps its value. A connection that needed new credentials becomes active. `identity`: whose
 * they are; `seen`: what the settings were that these replace. @throws Refusal 409 where they are another shop's, another connection has
 * the same, or they are no longer as they were seen
 */
export async function reconnect(
  tenant: Tenant,
  seal: Seal,
  id: number,
  connector: Connector,
  settings: Settings,
  { identity, seen }: { identity?: Identity; seen?: Settings } = {},
): Promise<void> {
  await lockIdentities(tenant);
  if (identity) {
    requireSame(await identityOf(tenant, id), identity);
    requireUnshared(await othersOf(tenant, connector, id), identity);
    await saveIdentity(tenant, id, identity);
  }
  const before = await credentialOf(tenant, id);
  const { complete, name, from, to } = await saveSettings(tenant, seal, id, connector, settings, seen);
  await writeAudit(tenant, { verb: 'reconnected', noun: 'connection', record: { id, name }, from, to });
  await fitToConnector(tenant, id, connector, complete);
  await dropUnusedTokens(tenant, before);
  await keepConsentedShops(tenant, id);
  await sql`update connections set state = 'active', failures_in_a_row = 0, blocked_until = null, last_failure = null, forbidden = '{}',
    hints_base = null, hints_tried_at = null
    where ${inAccount(tenant)} and id = ${id} and state in ('active', 'needs_reconnect')`.execute(tenant.db);
  await closeIssues(tenant, { connectionId: id, types: ['needs_reconnect', 'forbidden', 'sign_in_ends', 'not_read'] });
  // By settings of now what could not be used may be.
  await enqueue(tenant, 'orders:reread-unusable', { connectionId: id });
  await wakeConnection(tenant, id);
}

/** What its tokens are kept under. */
async function credentialOf(tenant: Tenant, id: number): Promise<string | null> {
  const { rows } = await sql<Columns<'connections', 'credential'>>`
    select credential from connections where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return rows[0]?.credential ?? null;
}

/** Pauses or resumes a connection. What waits for it is kept. */
export async function setPaused(tenant: Tenant, id: number, paused: boolean): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'name'>>`
    update connections set state = ${paused ? 'paused' : 'active'}, blocked_until = null, failures_in_a_row = 0
    where ${inAccount(tenant)} and id = ${id} and state = ${paused ? 'active' : 'paused'} returning name`.execute(tenant.db);
  for (const { name } of rows) await writeAudit(tenant, { verb: paused ? 'paused' : 'resumed', noun: 'connection', record: { id, name } });
  notify(tenant, 'connections', [id]);
  if (!paused) await wakeConnection(tenant, id);
}

/** Reads every stream of a connection now, as runs that a person can watch. Returns their ids. */
export async function syncNow(tenant: Tenant, id: number): Promise<number[]> {
  const { rows } = await sql<{ stream: StreamName }>`
    select stream from streams where ${inAccount(tenant)} and connection_id = ${id} order by stream`.execute(tenant.db);
  const runs: number[] = [];
  for (const { stream } of rows) runs.push((await startStream(tenant, id, stream)) as number);
  await writeAudit(tenant, {
    verb: 'started',
    noun: 'sync',
    record: { id, name: await connectionName(tenant, id) },
    to: { streams: rows.length },
  });
  return runs;
}

/** Disconnects: erases the secrets and stops all calls. Orders and their history stay. */
export async function disconnect(tenant: Tenant, id: number): Promise<void> {
  await dropUnusedTokens(tenant, await disconnectSigned(tenant, id));
}

/** The same, but for the tokens, with which one can still sign off there. Returns what they are kept under. */
export async function disconnectSigned(tenant: Tenant, id: number): Promise<string | null> {
  await writeAudit(tenant, { verb: 'disconnected', noun: 'connection', record: { id, name: await connectionName(tenant, id) } });
  const credential = await credentialOf(tenant, id);
  // Where they stopped is kept: connected again, it goes on from there.
  await sql`update streams set due_at = 'infinity' where ${inAccount(tenant)} and connection_id = ${id}`.execute(tenant.db);
  await sql`update connections set state = 'disconnected', disconnected_at = now(), secrets = null, webhook_secret = null,
      vendor_secret = null
    where ${inAccount(tenant)} and id = ${id} and disconnected_at is null`.execute(tenant.db);
  await closeIssues(tenant, { connectionId: id });
  notify(tenant, 'connections', [id]);
  return credential;
}

/** So many that people still find theirs among all of them; each is read every few minutes. */
const mostConnections = 200;

/** For one more, while nobody else connects one. @throws Refusal 409 where the account has as many as it can have */
async function freeSlug(tenant: Tenant, preferred: string): Promise<string> {
  const { rows } = await sql<Columns<'connections', 'slug'>>`
    select slug from connections where ${inAccount(tenant)} and disconnected_at is null`.execute(tenant.db);
  const slugs = new Set(rows.map(({ slug }) => slug));
  if (slugs.size >= mostConnections)
    throw refuse(409, 'too_many', `There are ${mostConnections} connections. Disconnect one that nobody needs first.`);
  for (let n = 1; ; n++) {
    const slug = n === 1 ? preferred : `${preferred}-${n}`;
    if (!slugs.has(slug)) return slug;
  }
}

type SavedSettings = {
  /** With the secrets that were kept. */
  complete: Settings;
  name: string;
  /** What the audit says: of a secret only that it was replaced. */
  from: Record<string, unknown>;
  to: Record<string, unknown>;
};

/** The webhook secret: from the settings when they have one, otherwise generated once. */
async function saveSettings(
  tenant: Tenant,
  seal: Seal,
  id: number,
  connector: Connector,
  entered: Settings,
  seen?: Settings,
): Promise<SavedSettings> {
  const context = secretContext(tenant.accountId, id);
  const { name, settings: former, secrets: before, ...sealed } = await lockSettings(tenant, seal, id);
  if (seen && !isDeepStrictEqual({ ...former, ...before }, seen)) throw settingsChanged(name);
  const secrets = secretsToKeep(connector, entered, before);
  const names = new Set(secretSettings(connector));
  const open = {
    ...namesToKeep(connector, former, entered),
    ...Object.fromEntries(Object.entries(entered).filter(([setting, value]) => !names.has(setting) && value !== '')),
  };
  const own = secrets.webhook_secret;
  const webhookSecret = own ? seal.seal(own, context) : (sealed.webhookSecret ?? seal.seal(randomBytes(24).toString('base64url'), context));
  await sql`update connections set settings = ${JSON.stringify(open)}::jsonb, secrets = ${seal.seal(JSON.stringify(secrets), context)},
    webhook_secret = ${webhookSecret}, vendor_secret = ${sealed.vendorSecret}
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const replaced = Object.keys(secrets).filter((secret) => secrets[secret] !== before[secret]);
  return {
    ...{ complete: { ...open, ...secrets } as Settings, name, from: withConsent(former) },
    to: {
      ...withConsent(open, former),
      ...Object.fromEntries(replaced.map((secret) => [secret, before[secret] ? 'replaced' : 'entered'])),
    },
  };
}

/** `webhookSecret`, `vendorSecret`: sealed. */
type Former = { name: string; settings: Settings; secrets: Settings; webhookSecret: string | null; vendorSecret: string | null };

/** Locks the connection. What was sealed with a key that was lost is not among what it has: it is made anew, or entered again. */
async function lockSettings(tenant: Tenant, seal: Seal, id: number): Promise<Former> {
  const { rows } = await sql<Columns<'connections', 'name' | 'settings' | 'secrets' | 'webhook_secret' | 'vendor_secret'>>`
    select name, settings, secrets, webhook_secret, vendor_secret from connections where ${inAccount(tenant)} and id = ${id}
      for no key update`.execute(tenant.db);
  const [row] = rows;
  if (!row) throw new Error(`There is no connection ${id}.`);
  const opened = (sealed: string | null) => sealed && openedOrNull(seal, sealed, secretContext(tenant.accountId, id));
  const unlessLost = (sealed: string | null) => (opened(sealed) === null ? null : sealed);
  return {
    ...{ name: row.name, settings: (row.settings ?? {}) as Settings, secrets: JSON.parse(opened(row.secrets) ?? '{}') as Settings },
    ...{ webhookSecret: unlessLost(row.webhook_secret), vendorSecret: unlessLost(row.vendor_secret) },
  };
}

/** What is left empty stays as it was. */
function secretsToKeep(connector: Connector, entered: Settings, before: Settings): Record<string, string | undefined> {
  const secrets = Object.fromEntries(
    secretSettings(connector).flatMap((name) => (entered[name] || before[name] ? [[name, entered[name] || before[name]]] : [])),
  );
  // Whoever consents signs in by that, and no longer by what was entered instead.
  if (entered[consentSetting]) for (const instead of consentOf(connector)?.instead ?? []) delete secrets[instead];
  return secrets;
}

/** The id of a consent says nothing to anybody. */
function withConsent(settings: Record<string, unknown>, former: Record<string, unknown> = {}): Record<string, unknown> {
  const [now, before] = [settings[consentSetting], former[consentSetting]];
  if (!now) return settings;
  return { ...settings, [consentSetting]: before && before !== now ? 'given_again' : 'given' };
}
