import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { type Endpoint, endpoint } from '../../../../platform/endpoint.ts';
import { problem } from '../../../../platform/http/problem.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { type Call, type ReplyInput, route } from '../../../../platform/http/route.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** The connection that a key sells for, as intake knows it. */
export type Shop = { connectionId: number; label: string; timezone: string };

/** What a call that reads for a shop replies where that is disconnected. */
export const refusedReads = { 409: problem };

/** Whatever is read and written by these calls is of this shop alone. @throws Refusal 403, 409, 503 */
export async function shopOf(tenant: Tenant, { key, timezone }: Pick<SignedIn, 'key' | 'timezone'>): Promise<Shop> {
  const { rows } = await sql<Columns<'connections', 'id' | 'name' | 'state'>>`
    select id, name, state from connections where ${inAccount(tenant)} and id = ${key?.shopId ?? 0}`.execute(tenant.db);
  const [row] = rows;
  if (!row) throw refuse(403, 'no_shop', 'This key sells for no shop. Make a key for the shop, and use that.');
  if (row.state === 'disconnected')
    throw refuse(409, 'disconnected', `${row.name} is disconnected. Connect it again under its code, and go on with this key.`);
  if (row.state === 'paused')
    throw refuse(503, 'paused', `${row.name} is paused. Send this again later: nothing was done.`, { 'retry-after': '300' });
  return { connectionId: row.id, label: row.name, timezone };
}

/** In bytes, of a call with a thousand records. What changes an order may be as large as what sent it. */
export const largest = 5_000_000;
export const mostAtOnce = 1_000;

/** Why these calls leave no audit row. */
export const saidByShop = 'it is what a channel says: each order has it in its history, with the channel’s name';

type Declared<B extends z.ZodType, R extends z.ZodType> = { summary: string; body: B; reply: R; example?: { body: z.input<B> } };

/** Declares a call whose records have names of their own, so that it may be sent again without another one. */
export function says<const C extends `POST /v1/shop/${string}`, B extends z.ZodType, R extends z.ZodType>(
  call: C,
  { summary, body, reply, example }: Declared<B, R>,
) {
  return endpoint(call, {
    ...{ may: 'work', summary, byKey: { scope: 'write_shop' }, body, bodyLimit: largest, unaudited: saidByShop },
    ...(example && { example: example as never }),
    replies: { 200: reply, 409: problem } as { 200: R },
  } as const);
}

/** Mounts such a call, in one transaction of the shop. */
export function sayV1<E extends Endpoint>(
  app: FastifyInstance,
  call: E,
  handler: (tenant: Tenant, shop: Shop, call: Call<E>) => Promise<ReplyInput<E['replies']>>,
): void {
  route(app, call, async (given) => {
    const { session } = given as unknown as { session: SignedIn };
    return given.inTenant(async (tenant) => handler(tenant, await shopOf(tenant, session), given as Call<E>)) as never;
  });
}
