import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isByKey } from '../../../../platform/http/problem.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import type { KeyCalls } from './calls.ts';
import { type Left, limits } from './counts.ts';
import type { Keys, SignedInByKey } from './keys.ts';

const leftOf = new WeakMap<object, Left>();

/** The key of a request, counted against its limits. @throws Refusal 401, 403, 429 */
export const servedKey =
  (keys: Keys, calls: KeyCalls) =>
  async (request: FastifyRequest): Promise<SignedInByKey> => {
    const session = await keys.find(request);
    // Whose call it was is known, also when it is refused.
    request.signedIn = session;
    const left = calls.take({ accountId: session.accountId, keyId: session.key.id, address: request.ip });
    leftOf.set(request.raw, left);
    if (left.over !== null) throw tooMany(left.over, left.seconds);
    return session;
  };

/** Says in each reply to a key what is left of its limits, and notes the call for its maker. */
export function keyHooks(app: FastifyInstance, calls: KeyCalls): void {
  app.addHook('onSend', async (request, reply) => {
    const left = leftOf.get(request.raw);
    if (!left) return;
    reply.header('ratelimit-policy', policy);
    reply.header('ratelimit', `"key";r=${left.left.key};t=${left.seconds}, "account";r=${left.left.account};t=${left.seconds}`);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { signedIn, method, url, ip } = request;
    if (!signedIn?.key || !isByKey(url)) return;
    const [path = ''] = url.split('?', 1);
    calls.note({
      ...{ accountId: signedIn.accountId, keyId: signedIn.key.id, at: new Date(), method, path: path.slice(0, 500) },
      ...{ status: reply.statusCode, ms: Math.round(reply.elapsedTime), address: ip },
    });
  });
}

/** Source: draft-ietf-httpapi-ratelimit-headers: so many in a window of so many seconds. */
const policy = `"key";q=${limits.key};w=60, "account";q=${limits.account};w=60`;

const tooMany = (of: keyof typeof limits, seconds: number) =>
  refuse(429, 'too_many_requests', `This ${of} has made ${limits[of]} calls in this minute. Try again in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });
