import type { FastifyInstance } from 'fastify';
import { changeRoute, readRoute } from '../../../platform/http/route.ts';
import type { Services } from '../accounts/services.ts';
import { changeKey } from './change.ts';
import { createKey, revokeKey, rotateKey, takeOverKey } from './commands.ts';
import { changeKeyCall, createKeyCall, listKeyCallsCall, listKeysCall, revokeKeyCall, rotateKeyCall, takeOverKeyCall } from './contract.ts';
import { listKeyCalls, listKeys } from './queries.ts';

/** The keys by which other systems call `/v1`: who may, since when, and what they asked. */
export function keysApi(app: FastifyInstance, { env }: Pick<Services, 'env'>): void {
  readRoute(app, listKeysCall, async (tenant) => ({ keys: await listKeys(tenant, env.superTwoFactor) }));
  readRoute(app, listKeyCallsCall, async (tenant, { params }) => ({ calls: await listKeyCalls(tenant, params.id) }));
  changeRoute(app, createKeyCall, async (tenant, { body }) => {
    const { id, name, key } = await createKey(tenant, body);
    return { message: `${name} was made.`, id, key };
  });
  changeRoute(app, changeKeyCall, async (tenant, { params, body }) => ({
    message: `${await changeKey(tenant, params.id, body)} is saved.`,
  }));
  changeRoute(app, rotateKeyCall, async (tenant, { params, body: { hours } }) => {
    const { id, name, key } = await rotateKey(tenant, params.id, hours);
    return { message: `${name} has a new secret.`, id, key };
  });
  changeRoute(app, takeOverKeyCall, async (tenant, { params }) => ({ message: `${await takeOverKey(tenant, params.id)} is yours now.` }));
  changeRoute(app, revokeKeyCall, async (tenant, { params }) => ({ message: `${await revokeKey(tenant, params.id)} is revoked.` }));
}
