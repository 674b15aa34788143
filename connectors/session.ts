import type { Connector, ConnectorSession, OwnRecords, Settings } from './contract.ts';
import { noSignIn, signInOf } from './http/auth.ts';
import type { Application } from './http/consent.ts';
import type { LimitStore } from './http/limits.ts';
import type { TokenStore } from './http/tokens.ts';
import { connectorHttp, type ExchangeSink, type HttpOptions } from './http.ts';
import { prepared } from './settings.ts';

/** What every session needs from its process. Made once a process, except `sink` and `attempt`. */
export type SessionContext = {
  limitStore: LimitStore;
  tokens: TokenStore;
  sink: ExchangeSink;
  sandboxOrigin: string | null;
  /** Ours at the vendor, where whoever runs Crossdock registered one. */
  application?: Application | null;
  /** How often this work was tried before. */
  attempt?: number;
  /** What the connection is known to belong to. */
  belongsTo?: readonly string[];
  /** What the other side said by its calls, where it calls us. */
  own?: OwnRecords;
  /** Called just before a request leaves, after it waited for the rate limit. */
  mayStart?: () => boolean;
  now?: () => Date;
  random?: () => number;
  timeoutMs?: number;
  /** A person waits for it: see HttpOptions. */
  trial?: boolean;
  wait?: (ms: number) => Promise<unknown>;
};

/**
 * Opens a session of one connection. `settings` are opened (not sealed) and valid for the connector's schema, and are not changed
 * afterwards.
 * @throws ZodError when the settings do not fit.
 */
export function openSession(connector: Connector, settings: Settings, context: SessionContext): ConnectorSession {
  const { now = () => new Date(), attempt = 0, belongsTo = [], application = null, own, tokens, limitStore, ...rest } = context;
  const { complete, redact, keys, hosts } = prepared(connector, settings);
  const options: HttpOptions = {
    ...rest,
    ...{ system: connector.label, now, attempt, redact, judge: connector.judge, hosts },
    limits: { limits: connector.limits, keys, store: limitStore },
    signIn: noSignIn,
  };
  const grantHttp = connectorHttp({ ...options, mayStart: undefined, confidential: true });
  const signing = { system: connector.label, settings: complete, application, tokens, redact, now };
  const signIn = signInOf(connector.auth, { ...signing, key: keys.credential, grantHttp });
  const further = Object.entries(connector.credentials ?? {}).map(([name, { auth, api }]) => {
    const origins = api(complete);
    const http = connectorHttp({ ...options, hosts: { api: origins }, mayStart: undefined, confidential: true });
    return [name, { signIn: signInOf(auth, { ...signing, key: `${keys.credential}/${name}`, grantHttp: http }), api: origins }] as const;
  });
  return {
    settings: complete,
    http: connectorHttp({ ...options, signIn, credentials: Object.fromEntries(further) }),
    now,
    belongsTo,
    application,
    ...(own && { own }),
  };
}
