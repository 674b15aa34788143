import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Connector, ConnectorSession, Settings } from './contract.ts';
import type { LimitStore } from './http/limits.ts';
import { connectorHttp, type ExchangeSink } from './http.ts';

/** What every session needs from its process. Made once a process, except `sink` and `attempt`. */
export type SessionContext = {
  limitStore: LimitStore;
  sink: ExchangeSink;
  sandboxOrigin: string | null;
  /** How often this work was tried before. */
  attempt?: number;
  /** Called just before a request leaves, after it waited for the rate limit. */
  mayStart?: () => boolean;
  now?: () => Date;
  random?: () => number;
  timeoutMs?: number;
};

/**
 * Opens a session of one connection. `settings` are opened (not sealed) and valid for the connector's schema.
 * Connections with one credential share one allowance, as they do at the vendor's.
 * @throws ZodError when the settings do not fit.
 */
export function openSession(connector: Connector, settings: Settings, surroundings: SessionContext): ConnectorSession {
  const { now = () => new Date(), attempt = 0, sandboxOrigin, ...rest } = surroundings;
  const complete = z.record(z.string(), z.string()).parse(connector.settings.parse(settings));
  const headers = connector.signIn(complete);
  const credential = createHash('sha256')
    .update(JSON.stringify([connector.name, headers]))
    .digest('base64url')
    .slice(0, 22);
  const http = connectorHttp({
    ...rest,
    ...{ now, attempt, sandboxOrigin, headers },
    origins: connector.origins(complete),
    limits: connector.limits,
    bucket: `${connector.name}:${credential}`,
    // Of `Basic abc` the second word is the secret.
    secrets: [
      ...secretSettings(connector).map((name) => complete[name] ?? ''),
      ...Object.values(headers).map((value) => value.replace(/^\S+ /, '')),
    ],
  });
  return { settings: complete, http, now };
}

/** The names of the settings that are sealed: those with `meta({ secret: true })`. */
export function secretSettings(connector: Connector): string[] {
  const shape: Record<string, z.ZodType> = connector.settings.shape;
  return Object.entries(shape).flatMap(([name, field]) => (field.meta()?.secret === true ? [name] : []));
}
