import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { changeImportChoice } from './commands.ts';
import { changeImportChoiceCall } from './contract.ts';

export function importChoicesApi(app: FastifyInstance): void {
  route(app, changeImportChoiceCall, async ({ inTenant, params, body }) => ({
    message: await inTenant((tenant) => changeImportChoice(tenant, { ...params, ...body })),
  }));
}
