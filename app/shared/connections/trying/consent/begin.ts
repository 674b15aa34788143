import { createHash, randomBytes } from 'node:crypto';
import type { Connector, Settings } from '../../../../../connectors/contract.ts';
import { isSandbox } from '../../../../../connectors/http/addresses.ts';
import type { Application, Consent } from '../../../../../connectors/http/consent.ts';
import { connectable } from '../../../../../connectors/index.ts';
import { consentOf } from '../../../../../connectors/settings.ts';
import { invalid, refuse } from '../../../../../platform/http/refusal.ts';
import { type Actor, inTenant } from '../../../../../platform/tenant.ts';
import { wordReason } from '../../../../base/reasons.ts';
import type { Engine } from '../../../../base/worker-context.ts';
import { completeEntered, openSettings } from '../../connecting/entered.ts';
import { checked, opened, withStoredSecrets } from '../trying.ts';
import { type Consenter, type ConsentForm, keepConsent } from './pending.ts';

export type Begun = {
  connector: string;
  name?: string | undefined;
  since?: string | undefined;
  connection?: string | undefined;
  settings?: Settings | undefined;
  was?: Settings | undefined;
};

/** What begins or ends a consent knows of its connector. */
export type Consenting = { connector: Connector; consent: Consent; application: Application };

/** Keeps what was entered, and returns the address of the vendor's page. @throws Invalid; Refusal 404, 409 */
export async function beginConsent(engine: Engine, who: Actor & Consenter, begun: Begun): Promise<{ address: string }> {
  const asking = consentingTo(engine, begun.connector);
  const { connector, consent, application } = asking;
  const verifier = randomBytes(32).toString('base64url');
  const form = { ...(await formOf(engine, who, asking, begun)), since: begun.since ?? null, verifier };
  const state = await inTenant(engine.database, who, (tenant) => keepConsent(tenant, engine.seal, who, connector.name, form));
  const parameters = {
    ...{ response_type: 'code', client_id: application.id, redirect_uri: redirectOf(engine, connector), state },
    scope: consent.scopes.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const address = consent.page({ settings: form.settings, application, parameters });
  requireSafe(engine, new URL(address), state);
  return { address };
}

/** Where a vendor sends people back to: one address for each connector, to be registered there. */
export const redirectOf = ({ baseUrl }: Pick<Engine, 'baseUrl'>, { name }: Pick<Connector, 'name'>) =>
  `${baseUrl}/connections/consent/${name}`;

/** @throws Refusal 404 where people do not consent to this connector; 409 where we have no application at its vendor */
export function consentingTo(engine: Engine, name: string): Consenting {
  const connector = connectable(engine).find((each) => each.name === name);
  const consent = connector && consentOf(connector);
  if (!consent) throw refuse(404, 'not_found', 'Nobody consents to such a connection.');
  const application = engine.applications[connector.name];
  if (!application) throw refuse(409, 'no_consent', wordReason({ code: 'no_application', system: connector.label }));
  return { connector, consent, application };
}

async function formOf(
  engine: Engine,
  who: Actor,
  { connector, consent }: Consenting,
  begun: Begun,
): Promise<Pick<ConsentForm, 'settings' | 'name' | 'connectionId' | 'before'>> {
  const instead: readonly string[] = consent.instead ?? [];
  const entered = instead.filter((name) => begun.settings?.[name]);
  if (entered.length > 0)
    throw invalid(Object.fromEntries(entered.map((name) => [`settings.${name}`, [`Leave it empty to continue at ${connector.label}`]])));
  if (begun.connection === undefined)
    return {
      settings: checked(connector, begun.settings ?? {}),
      name: begun.name?.trim() || connector.label,
      connectionId: null,
      before: null,
    };
  const { id, connection } = await opened(engine, who, begun.connection);
  if (connection.connector.name !== connector.name) throw refuse(404, 'not_found', 'This connection does not exist.');
  // What it signed in with instead ends with the consent.
  const stored = Object.fromEntries(Object.entries(connection.settings).filter(([name]) => !instead.includes(name)));
  const whole = completeEntered(
    { ...connection, settings: stored },
    { settings: begun.settings ?? openSettings(connector, stored), was: begun.was },
  );
  const settings = checked(connector, withStoredSecrets({ connector, settings: stored }, whole));
  return { settings, name: connection.name, connectionId: id, before: connection.settings };
}

/** Connectors make the address of what people enter. */
function requireSafe({ sandboxOrigin }: Engine, address: URL, state: string): void {
  if (address.protocol !== 'https:' && !isSandbox(address, sandboxOrigin))
    throw refuse(409, 'no_consent', wordReason({ code: 'not_https', origin: address.origin }));
  if (address.username || address.password) throw refuse(409, 'no_consent', wordReason({ code: 'has_password' }));
  if (![...address.searchParams.values()].includes(state)) throw new Error('The page that asks for consent does not carry the state.');
}
