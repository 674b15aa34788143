import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '../../../../../connectors/contract.ts';
import { keptOfCode } from '../../../../../connectors/http/consent.ts';
import { consentSetting, credentialOf, secretSettings } from '../../../../../connectors/settings.ts';
import { Invalid, Refusal, refuse, refuseWith } from '../../../../../platform/http/refusal.ts';
import { type Actor, inTenant } from '../../../../../platform/tenant.ts';
import type { Engine } from '../../../../base/worker-context.ts';
import { type Connection, getConnection } from '../../calls/session.ts';
import { dropUnusedTokens, keepFirst } from '../../calls/tokens.ts';
import { settingsChanged } from '../../connecting/entered.ts';
import { checked, connectBy, reconnectBy } from '../trying.ts';
import { type Consenting, consentingTo, redirectOf } from './begin.ts';
import type { Unfinished } from './contract.ts';
import { type Consenter, type ConsentForm, takeConsent } from './pending.ts';
import { consentRefused } from './refused.ts';

const unknown =
  'This consent was not begun in this browser, was used already, or took longer than 15 minutes. Nothing was changed. Begin again.';

/**
 * Connects by what a person agreed to at the vendor; `query` is what they came back with. The tokens are under a name of their own until
 * the connection takes it: whose they are is known before anything of it changes. @throws Refusal 404; 409 with an `Unfinished`
 */
export async function finishConsent(
  engine: Engine,
  who: Actor & Consenter,
  name: string,
  query: string,
): Promise<{ message: string; slug: string }> {
  const asking = consentingTo(engine, name);
  const returned = new URLSearchParams(query);
  const form = await inTenant(engine.database, who, (tenant) =>
    takeConsent(tenant, engine.seal, who, asking.connector.name, returned.get('state') ?? ''),
  );
  if (!form) throw refuse(409, 'unknown_consent', unknown);
  const connection = form.connectionId === null ? null : await connectionOf(engine, who, form.connectionId);
  const unfinished = unfinishedOf(asking, form, connection);
  // What was agreed to is for the address and the shop of then.
  if (connection && !isDeepStrictEqual(connection.settings, form.before)) throw withDetails(settingsChanged(connection.name), unfinished);
  const code = codeOf(asking, form, returned, unfinished);
  const settings = settingsBy(asking, form, returned);
  const key = credentialOf(asking.connector, settings);
  const kept = keptOfCode({ code, redirect: redirectOf(engine, asking.connector), verifier: form.verifier });
  await inTenant(engine.database, who, (tenant) => keepFirst(tenant, engine.seal, key, kept));
  try {
    if (connection) return { ...(await reconnectBy(engine, who, connection, settings)), slug: connection.slug };
    return await connectBy(engine, who, asking.connector, { name: form.name, since: form.since ?? undefined, settings });
  } catch (error) {
    // Else the connection may be stored although no reply came: housekeeping looks an hour later whether it has them.
    if (error instanceof Refusal || error instanceof Invalid)
      await inTenant(engine.database, who, (tenant) => dropUnusedTokens(tenant, key));
    throw error instanceof Refusal ? withDetails(error, unfinished) : error;
  }
}

const withDetails = ({ status, code, message, headers }: Refusal, details: Unfinished) =>
  new Refusal(status, code, message, headers, details);

async function connectionOf(engine: Engine, who: Actor, id: number): Promise<Connection> {
  const connection = await inTenant(engine.database, who, (tenant) => getConnection(tenant, engine.seal, id));
  if (!connection || connection.state === 'disconnected')
    throw refuse(404, 'not_found', 'This connection was disconnected in the meantime. Connect it again.');
  return connection;
}

/** The code, once it is known that the vendor sent it. @throws Refusal 409 */
function codeOf({ connector, consent, application }: Consenting, form: ConsentForm, query: URLSearchParams, details: Unfinished): string {
  const { label } = connector;
  // Who cancelled may come back unsigned: nothing is taken from it but why.
  if (query.has('error')) throw refuseWith(details, 409, 'no_consent', consentRefused(label, query));
  if (consent.verify && !consent.verify(query, { settings: form.settings, application }))
    throw refuseWith(details, 409, 'no_consent', `What came back was not signed by ${label}. Nothing was changed. Begin again.`);
  const code = query.get(consent.codeIn ?? 'code');
  if (!code) throw refuseWith(details, 409, 'no_consent', consentRefused(label, query));
  return code;
}

/** With what the query says, under a new name for the tokens. */
function settingsBy({ connector, consent }: Consenting, form: ConsentForm, query: URLSearchParams): Settings {
  const settings = checked(connector, { ...form.settings, ...consent.settingsIn?.(query) });
  return { ...settings, [consentSetting]: randomBytes(16).toString('base64url') };
}

/** What goes back to the form. */
function unfinishedOf({ connector }: Consenting, { name, since, settings }: ConsentForm, connection: Connection | null): Unfinished {
  const secrets = new Set(secretSettings(connector));
  const open = Object.fromEntries(Object.entries(settings).filter(([field]) => !secrets.has(field)));
  return { entered: { name, since, settings: open }, connection: connection?.slug ?? null };
}
