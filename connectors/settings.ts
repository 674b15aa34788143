import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, ConnectorSession, Settings } from './contract.ts';
import type { Application, Consent } from './http/consent.ts';
import { redactor } from './http/redact.ts';
import type { ConnectorHttp } from './http/request.ts';

/*
 * What a connector says by its settings alone, without a call: it imports nothing that could make one.
 */

/** Every capability that a connector can have. */
export const capabilityNames = ['orders', 'confirmations', 'inventory', 'listings', 'purchaseOrders', 'warehouse', 'hints'] as const;
export type CapabilityName = (typeof capabilityNames)[number];

/** What a connector is able to do: those of its keys that open something for a session. */
export const capabilitiesOf = (connector: Connector): (CapabilityName | typeof calls)[] => [
  ...capabilityNames.filter((name) => connector[name] !== undefined),
  ...(connector.byCall ? ([calls] as const) : []),
];

/** Of a connection whose other side calls us: a key can be bound to it. */
const calls = 'calls';

/**
 * A session that makes no call: for what a capability says of itself, or does with what it is given.
 * @throws ZodError when the settings do not fit.
 */
export const quietSession = (
  connector: Connector,
  settings: Settings,
  now = () => new Date(),
  application: Application | null = null,
): ConnectorSession => ({
  ...{ settings: prepared(connector, settings).complete, http: silent, now, belongsTo: [], application },
});

const makesNoCall = async () => {
  throw new Error('A quiet session makes no call.');
};
const silent: ConnectorHttp = { reply: makesNoCall, request: makesNoCall, lines: makesNoCall };

/** Names the credential of a connection without giving it away: whatever shares it has the same name. @throws ZodError */
export const credentialOf = (connector: Connector, settings: Settings) => scopeKeys(connector, completed(connector, settings)).credential;

/**
 * Names what a connection's records belong to, so that references derived from it are alike whenever it is connected: by whose credential
 * it is, and by the credential itself where that is not known. @throws ZodError
 */
export const referenceKeyOf = (connector: Connector, settings: Settings, keys: readonly string[] = []): string =>
  keys.toSorted()[0] ?? credentialOf(connector, settings);

/** The names of the settings that are sealed: those with `meta({ secret: true })`. */
export function secretSettings(connector: Connector): string[] {
  const shape: Record<string, z.ZodType> = connector.settings.shape;
  return Object.entries(shape).flatMap(([name, field]) => (field.meta()?.secret === true ? [name] : []));
}

/** The secrets that a connection signs in with: what signs its deliveries is no part of them. */
export const credentialSettings = (connector: Connector): string[] => secretSettings(connector).filter((name) => name !== 'webhook_secret');

/** The settings that need not be there when choices of this name are listed: what is chosen itself, but for what these depend on. */
export function unchosenFor(connector: Connector, choices: string): string[] {
  const needed = connector.choices?.[choices]?.dependsOn ?? [];
  const shape: Record<string, z.ZodType> = connector.settings.shape;
  return Object.entries(shape).flatMap(([name, field]) => (field.meta()?.choices !== undefined && !needed.includes(name) ? [name] : []));
}

/** A connector as it lists choices of this name. */
export function whileChoosing(connector: Connector, choices: string): Connector {
  const shape: Record<string, z.ZodType> = connector.settings.shape;
  const optional = unchosenFor(connector, choices).map((name) => [name, shape[name]?.optional()]);
  return { ...connector, settings: z.object({ ...shape, ...Object.fromEntries(optional) }) };
}

/** How a person consents to a connection in the browser; null where none does. */
export const consentOf = ({ auth }: Pick<Connector, 'auth'>): Consent | null => (auth.kind === 'token' && auth.consent) || null;

/**
 * The setting that the core adds to a connection to which a person consented: it names the tokens that came of it, so that another consent
 * has others, and is no secret.
 */
export const consentSetting = 'consent';

function completed(connector: Connector, settings: Settings): Settings {
  const complete = z.record(z.string(), z.string()).parse(connector.settings.parse(settings));
  const consent = consentOf(connector) && settings[consentSetting];
  return consent ? { ...complete, [consentSetting]: consent } : complete;
}

function scopeKeys(connector: Connector, settings: Settings) {
  const scopes = connector.scopes?.(settings) ?? {};
  const secrets = JSON.stringify(credentialSettings(connector).map((name) => settings[name]));
  const consent = settings[consentSetting];
  // The same shop may be consented to by somebody else: those tokens are others.
  const credential = consent ? JSON.stringify([consentSetting, consent]) : (scopes.credential ?? secrets);
  return {
    credential: named(connector, 'credential', credential),
    store: named(connector, 'store', scopes.store ?? credential),
    application: named(connector, 'application', scopes.application ?? ''),
  };
}

function named(connector: Connector, scope: string, text: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([connector.name, scope, text]))
    .digest('base64url')
    .slice(0, 22);
  return `${connector.name}:${digest}`;
}

/**
 * What a session has of its settings alone: a batch opens one for each call, with the same settings. @throws ZodError when they do not fit
 */
export function prepared(connector: Connector, settings: Settings): Prepared {
  const last = lastPrepared.get(settings);
  if (last?.connector === connector) return last;
  const complete = completed(connector, settings);
  const redact = redactor(secretSettings(connector).map((name) => complete[name] ?? ''));
  const result = { connector, complete, redact, keys: scopeKeys(connector, complete), hosts: connector.hosts(complete) };
  lastPrepared.set(settings, result);
  return result;
}

type Prepared = {
  connector: Connector;
  complete: Settings;
  redact: ReturnType<typeof redactor>;
  keys: ReturnType<typeof scopeKeys>;
  hosts: ReturnType<Connector['hosts']>;
};

/** By the settings as they were given, which nobody changes. */
const lastPrepared = new WeakMap<Settings, Prepared>();
