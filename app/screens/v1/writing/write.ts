import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../../platform/endpoint.ts';
import { problem } from '../../../../platform/http/problem.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Call, type ReplyInput, route } from '../../../../platform/http/route.ts';
import type { KeyOfCall } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { once } from '../../../people/keys/repeating/once.ts';
import type { Scope } from '../../../people/keys/scopes.ts';
import type { Caller } from '../showing/buyers.ts';
import { requireAsSeen } from './etag.ts';
import { noName } from './releasing.ts';

type Declared<B extends z.ZodType, R extends z.ZodType> = {
  summary: string;
  scope: Scope;
  /** What its maker must be allowed, where that is more than to work here. */
  may?: 'work' | 'map';
  body?: B;
  /** Where a body of its required fields says too little. */
  example?: { body: z.input<B> };
  reply: R;
  /** Goods can leave by it: a request that is sent twice must not act twice, so it has a name. */
  sendsGoods?: true;
  /** It takes an `If-Match`. */
  asSeen?: true;
  /** What becomes of it is seen later, in a run. */
  isRun?: true;
};

/** Declares a call of `/v1` that changes something, with the scope that it takes. */
export function writes<
  const C extends `${'POST' | 'PATCH' | 'DELETE'} /v1/${string}`,
  R extends z.ZodType,
  B extends z.ZodType = z.ZodUndefined,
>(call: C, { summary, scope, may = 'work', body, example, reply, sendsGoods, asSeen, isRun }: Declared<B, R>) {
  return endpoint(call, {
    ...{ may, summary, byKey: { scope, named: sendsGoods ? 'must' : 'may', ...(asSeen && { asSeen }) } },
    ...(body && { body }),
    ...(example && { example: example as never }),
    // It names a record, or in its body what one belongs to.
    replies: { [isRun ? 202 : 200]: reply, 404: problem } as unknown as { 200: R },
  } as const);
}

/** What a change of one record does about it: locks it, and reads it as its GET replies it. */
export type OfRecord = {
  lock: (tenant: Tenant, id: number) => Promise<unknown>;
  read: (tenant: Tenant, id: number, caller: Caller) => Promise<unknown>;
};

type Handler<E extends Endpoint> = (tenant: Tenant, call: Call<E>) => Promise<ReplyInput<E['replies']>>;

/** Mounts a call of `/v1` that changes something, in one transaction with what is kept of its reply. */
export function writeV1<E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>, record?: OfRecord): void {
  const success = Number(Object.keys(call.replies)[0]);
  route(app, call, async (given) => {
    const { request, reply, params } = given as Call<Endpoint>;
    const { headers, method, url } = request;
    // As it was sent: what a schema gives to a field that is left out makes no request the same as another.
    const body = call.body ? request.body : null;
    const key = keyOf(given.session);
    const name = nameOf(call, headers['idempotency-key']);
    const work = (tenant: Tenant) => async () => {
      const id = (params as { id?: number } | undefined)?.id;
      if (record && id !== undefined && headers['if-match'] !== undefined) {
        await record.lock(tenant, id);
        requireAsSeen(headers['if-match'], await record.read(tenant, id, { key }));
      }
      return { status: success, body: await handler(tenant, given as Call<E>), isRepeated: false };
    };
    const done = await given.inTenant((tenant) =>
      name === null ? work(tenant)() : once(tenant, { keyId: key.id, name, method, url, body }, work(tenant)),
    );
    if (done.isRepeated) reply.header('idempotency-replayed', 'true');
    reply.code(done.status);
    return done.body as never;
  });
}

/** @throws Refusal 400 */
function nameOf({ byKey }: Endpoint, header: string | string[] | undefined): string | null {
  const name = header === undefined ? '' : String(header);
  if (name === '' && header === undefined) {
    if (byKey?.named !== 'must') return null;
    throw noName();
  }
  if (/^[\x21-\x7e]{1,255}$/.test(name)) return name;
  throw refuse(400, 'bad_idempotency_key', 'An Idempotency-Key is 1 to 255 letters, digits and signs without spaces, as a UUID.');
}

const keyOf = (session: { key?: KeyOfCall } | null): KeyOfCall => session?.key ?? { id: 0, name: '', scopes: [], version: '' };

/** The reply of what was done: a sentence for people, and the run by which Activity knows it. */
export const doneReply = z.object({
  id: z.number(),
  message: z.string(),
  run_id: z.number().nullable().meta({ description: 'What Activity has of it; null where nothing had to change' }),
});
