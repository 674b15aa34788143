import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '../../../../platform/http/refusal.ts';

/** What a call has otherwise in a version than in the one before. */
type Difference = {
  /** A reply as it was before, made of what it is now. */
  replyBefore?: (reply: never) => unknown;
  /** A body as it is now, made of what it was before. */
  bodyNow?: (body: never) => unknown;
};

/** A version with what it has otherwise than the one before, by call: `GET /v1/orders`. */
export type VersionChange = { version: string; calls: Readonly<Record<string, Difference>> };

/** Both with the newest first. */
export type Served = { versions: readonly string[]; changes: readonly VersionChange[] };

/**
 * Serves each request with a key in the version that it names, or else its key's. Calls know the newest alone: a body is brought up to it
 * before, and a reply back from it afterwards, version by version.
 */
export function serveVersions(app: FastifyInstance, { versions, changes }: Served): void {
  const since = (version: string) => changes.filter((change) => change.version > version);
  app.addHook('preValidation', async (request, reply) => {
    if (!request.routeOptions.config.byKey) return;
    const version = versionOf(request, versions);
    reply.header('crossdock-version', version);
    for (const { calls } of since(version).toReversed()) {
      const { bodyNow } = calls[nameOf(request)] ?? {};
      if (bodyNow && isObject(request.body)) request.body = bodyNow(request.body as never);
    }
  });
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (!request.routeOptions.config.byKey || reply.statusCode >= 300) return payload;
    const version = String(reply.getHeader('crossdock-version') ?? '');
    return since(version).reduce((body: unknown, { calls }) => calls[nameOf(request)]?.replyBefore?.(body as never) ?? body, payload);
  });
}

const nameOf = ({ method, routeOptions: { url } }: FastifyRequest) => `${method === 'HEAD' ? 'GET' : method} ${url}`;
const isObject = (body: unknown) => typeof body === 'object' && body !== null;

/** @throws Refusal 400 */
function versionOf({ headers, signedIn }: FastifyRequest, versions: readonly string[]): string {
  const named = headers['crossdock-version'];
  if (named === undefined) return signedIn?.key?.version ?? versions[0] ?? '';
  if (versions.some((version) => version === named)) return String(named);
  throw refuse(400, 'unknown_version', `There is no such version. There are: ${versions.join(', ')}.`);
}
