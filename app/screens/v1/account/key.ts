import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { reads, readV1 } from '../call.ts';

const readKeyCall = reads('/v1/key', {
  summary: 'The key of this call: what it may, and for which account',
  scope: null,
  reply: z.object({
    id: z.number(),
    name: z.string(),
    scopes: z.array(z.string()),
    version: z.string().meta({ description: 'The version of this API that it is served, unless a request names another' }),
    account: z.object({ id: z.number(), name: z.string(), time_zone: z.string() }),
    made_by: z.string(),
    shop_id: z.number().nullable().meta({ description: 'The connection that it sells for; null where it sells for none' }),
  }),
});

/** What a program asks first: whether its key works. */
export function keyApi(app: FastifyInstance): void {
  readV1(app, readKeyCall, async (_tenant, { session: { key, accountId, accountName, timezone, name } }) => ({
    ...{ id: key?.id ?? 0, name: key?.name ?? '', scopes: [...(key?.scopes ?? [])], version: key?.version ?? '' },
    ...{ account: { id: accountId, name: accountName, time_zone: timezone }, made_by: name },
    shop_id: key?.shopId ?? null,
  }));
}
