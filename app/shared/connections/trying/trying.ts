import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Connector, Identity, Settings } from '../../../../connectors/contract.ts';
import { signsInWithout } from '../../../../connectors/http/consent.ts';
import { connectable } from '../../../../connectors/index.ts';
import { consentOf, consentSetting, credentialSettings, secretSettings } from '../../../../connectors/settings.ts';
import { parse } from '../../../../platform/http/parse.ts';
import { existing, invalid, refuse, refuseWith } from '../../../../platform/http/refusal.ts';
import { type Actor, inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { type Connection, getConnection } from '../calls/session.ts';
import { connect, reconnect } from '../connecting/commands.ts';
import { completeEntered } from '../connecting/entered.ts';
import type { Remains } from '../contract.ts';
import { recordFailure, recordSuccess } from '../health/health.ts';
import { readRemains, wordRemains } from '../identity/remains.ts';
import { verifyIdentity, verifyOthers } from '../identity/verify.ts';
import { connectionNamed } from '../queries.ts';
import { askTrying } from './ask-trying.ts';
import { hostsIn, requireSameProvider, strangersTo } from './same-provider.ts';

export type NewConnectionForm = { connector: string; name: string; settings: Settings; since?: string | undefined };

/** Connects after a test of the credentials: what does not work is never stored. Orders are read from `since`, by default from now on. */
export async function connectTried(
  engine: Engine,
  actor: Actor,
  form: NewConnectionForm,
): Promise<{ message: string; id: number; slug: string }> {
  const connector = connectable(engine).find(({ name }) => name === form.connector);
  if (!connector) throw invalid({ connector: ['There is no such connector.'] });
  return connectBy(engine, actor, connector, { ...form, settings: checked(connector, form.settings) });
}

/** The same with settings that were checked, and may name a consent. */
export async function connectBy(
  engine: Engine,
  actor: Actor,
  connector: Connector,
  { settings, ...form }: Omit<NewConnectionForm, 'connector'>,
): Promise<{ message: string; id: number; slug: string }> {
  const identifiedSince = await inTenant(engine.database, actor, databaseTime);
  const identity = await identified(engine, actor, connector, settings);
  await verifyOthers(engine, actor, connector);
  const strangers = await strangersTo(engine, actor, connector, { settings, identity });
  const since = form.since ? new Date(form.since) : engine.now();
  const name = form.name.trim() || connector.label;
  const {
    id,
    slug,
    kept: storedSecrets,
  } = await inTenant(engine.database, actor, async (tenant) => {
    const { isTakenUp, ...created } = await connect(tenant, engine.seal, {
      ...{ connector, name, settings, since, identity, identifiedSince, strangers },
    });
    const words = isTakenUp ? wordRemains((await readRemains(tenant, [created.id])).get(created.id) ?? nothing) : null;
    return { ...created, kept: isTakenUp ? takenUp(words) : '' };
  });
  return { message: `${name} is connected as ${identity.name}.${storedSecrets}`, id, slug };
}

/** When a consent was taken back is told by the clock of the database, so when this one was known to be good is, too. */
async function databaseTime({ db }: Tenant): Promise<Date> {
  const { now } = await db.selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('now')).executeTakeFirstOrThrow();
  return now;
}

const nothing: Remains = { orders: 0, links: 0, mappings: 0 };
const takenUp = (words: string | null) =>
  words ? ` It was connected before: ${words} are taken up.` : ' It was connected before and is taken up.';

/** Replaces settings after a test; empty secrets keep their values. @throws Refusal 409 where somebody else changed them since `was` */
export async function reconnectTried(
  engine: Engine,
  actor: Actor,
  slug: string,
  settings: Settings,
  was?: Settings,
): Promise<{ message: string }> {
  const { connection } = await opened(engine, actor, slug);
  return reconnectBy(engine, actor, connection, checkedChange(connection, completeEntered(connection, { settings, was })));
}

/** The same with settings that were checked, and may name a consent. */
export async function reconnectBy(engine: Engine, actor: Actor, connection: Connection, settings: Settings): Promise<{ message: string }> {
  const { id } = connection;
  const identity = await identified(engine, actor, connection.connector, settings);
  await requireSameProvider(engine, actor, connection, settings);
  await verifyOthers(engine, actor, connection.connector, id);
  await inTenant(engine.database, actor, (tenant) =>
    reconnect(tenant, engine.seal, id, connection.connector, settings, { identity, seen: connection.settings }),
  );
  return { message: `${connection.name} is connected as ${identity.name}.` };
}

/** Tests a connection and records the result in its health. */
export async function tryConnection(engine: Engine, actor: Actor, slug: string): Promise<{ message: string; works: boolean }> {
  const { id, connection } = await opened(engine, actor, slug);
  const result = await verifyIdentity(engine, connection, { userId: actor.userId });
  // A used-up rate limit says nothing about whether the connection works.
  if (!result.ok && result.failure.kind === 'retry' && result.failure.limited)
    return {
      works: false,
      message: `${connection.name} was not tested: its request limit is used up for now. Try again in a minute.`,
    };
  await inTenant(engine.database, actor, (tenant) =>
    result.ok ? recordSuccess(tenant, id) : recordFailure(tenant, connection, result.failure),
  );
  return result.ok
    ? { works: true, message: `${connection.name} works: it is connected as ${result.value.name}.` }
    : { works: false, message: `${connection.name} does not work: ${wordReason(result.failure.reason)}` };
}

/**
 * What was entered, and for a secret that was left empty what is stored. A stored secret goes to the host that it was entered for, and
 * to no other: whoever may change an address must not learn it by that. @throws Invalid where the address is another
 */
export function withStoredSecrets({ connector, settings }: Pick<Connection, 'connector' | 'settings'>, entered: Settings): Settings {
  const filled = Object.fromEntries(Object.entries(entered).filter(([, value]) => value !== ''));
  const storedSecrets = secretSettings(connector).filter((name) => settings[name] && filled[name] === undefined);
  if (storedSecrets.length > 0 && !isDeepStrictEqual(hostsIn(connector, settings), hostsIn(connector, filled)))
    throw invalid(
      Object.fromEntries(storedSecrets.map((name) => [`settings.${name}`, ['Must be entered again, because the address is another one']])),
    );
  return { ...Object.fromEntries(storedSecrets.map((name) => [name, settings[name] as string])), ...filled };
}

/**
 * What a connection's settings are to be: what was entered, with the secrets that are stored and the consent that was given, unless what
 * was entered signs in without one. @throws Invalid; Refusal 409 where the consent was given for another address
 */
export function checkedChange(connection: Pick<Connection, 'connector' | 'settings'>, entered: Settings): Settings {
  const { connector, settings } = connection;
  const changed = checked(connector, withStoredSecrets(connection, entered));
  const { [consentSetting]: consent } = settings;
  if (!consent || signsInWithout(consentOf(connector) ?? {}, changed)) return changed;
  if (!isDeepStrictEqual(hostsIn(connector, settings), hostsIn(connector, changed)))
    throw refuse(
      409,
      'needs_consent',
      `The address is another one, and ${connector.label} was not asked there yet. Continue at ${connector.label} to agree to it.`,
    );
  return { ...changed, [consentSetting]: consent };
}

export async function opened(engine: Engine, actor: Actor, slug: string): Promise<{ id: number; connection: Connection }> {
  return inTenant(engine.database, actor, async (tenant) => {
    const { id } = await connectionNamed(tenant, slug);
    const connection = existing(await getConnection(tenant, engine.seal, id), 'This connection does not exist.');
    return { id, connection };
  });
}

export function checked(connector: Connector, settings: Settings): Settings {
  return parse(z.object({ settings: connector.settings }), 'body', { settings }).settings as Settings;
}

/** The settings that are addresses. */
const addressSettings = (settings: Settings): string[] =>
  Object.entries(settings).flatMap(([name, value]) => (/^https?:/i.test(value) ? [name] : []));

/** @throws Invalid where the connector knows which setting is wrong; else Refusal 409, whose `concerns` names those that it is about */
async function identified(engine: Engine, actor: Actor, connector: Connector, settings: Settings): Promise<Identity> {
  const result = await askTrying(engine, actor, { connector, settings, question: 'identity' });
  if (result.ok) return result.value;
  const { kind, reason } = result.failure;
  const setting = 'setting' in result.failure ? result.failure.setting : undefined;
  if (setting !== undefined && setting in connector.settings.shape) throw invalid({ [`settings.${setting}`]: [wordReason(reason)] });
  const concerns = kind === 'reconnect' ? credentialSettings(connector) : addressSettings(settings);
  const sentence = `${connector.label} could not be reached with these settings: ${wordReason(reason)}`;
  throw refuseWith({ concerns }, 409, 'does_not_work', sentence);
}
