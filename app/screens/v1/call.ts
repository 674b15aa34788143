import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Endpoint, endpoint } from '../../../platform/endpoint.ts';
import { problem } from '../../../platform/http/problem.ts';
import { existing } from '../../../platform/http/refusal.ts';
import { type Call, type ReplyInput, route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Scope } from '../../people/keys/scopes.ts';
import { etagOf, isKnown } from './writing/etag.ts';

type Declared<Q extends z.ZodType, R extends z.ZodType> = {
  summary: string;
  scope: Scope | null;
  query?: Q;
  reply: R;
  /** The media types of its reply, where that is not JSON. */
  sends?: readonly string[];
  /** Of a reply that is no JSON: one. */
  example?: { reply: string };
  /** What it replies besides. */
  others?: Record<number, z.ZodType>;
};

/** Declares a call of `/v1` that reads, with the scope that it takes. What names a record may reply 404. */
export function reads<const P extends `/v1/${string}`, R extends z.ZodType, Q extends z.ZodType = z.ZodUndefined>(
  path: P,
  { summary, scope, query, reply, sends, example, others }: Declared<Q, R>,
) {
  const named = path.includes('/:');
  return endpoint(`GET ${path}`, {
    ...{ may: 'work', summary, byKey: { scope } },
    ...(query && { query: query.superRefine(refuseEmpty) as Q }),
    ...(sends && { sends }),
    ...(example && { example }),
    replies: { 200: reply, ...(named && { 304: z.null(), 404: problem }), ...others } as { 200: R },
  } as const);
}

/** A filter whose value a program forgot would list everything. */
function refuseEmpty(query: unknown, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(query ?? {}))
    if (typeof value === 'string' && value.trim() === '')
      context.addIssue({ code: 'custom', path: [name], message: 'Must not be empty. Leave it out to read all' });
}

/** Mounts a call of `/v1` that reads, in one transaction of the key's account. */
export function readV1<E extends Endpoint, X extends ReplyInput<E['replies']> | FastifyReply>(
  app: FastifyInstance,
  call: E,
  handler: (tenant: Tenant, call: Call<E>) => Promise<X>,
): void {
  route(app, call, async (given) => given.reading((tenant) => handler(tenant, given as Call<E>)));
}

/** The same of one record: with its `ETag`, and without its body where the caller has that already. */
export function readRecord<E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  handler: (tenant: Tenant, call: Call<E>) => Promise<ReplyInput<E['replies']>>,
): void {
  readV1(app, call, async (tenant, given) => {
    const { request, reply } = given as Pick<Call<Endpoint>, 'request' | 'reply'>;
    const record = await handler(tenant, given);
    const etag = etagOf(record);
    reply.header('etag', etag);
    return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : (record as never);
  });
}

/** @throws Refusal 404 */
export const found = <T>(record: T): NonNullable<T> => existing(record, 'There is no such record in this account.');

export const list = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    next: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page; null at the end. A page may have fewer rows than its limit' }),
  });
