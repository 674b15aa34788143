import type { FastifyInstance } from 'fastify';
import { readRoute, route } from '../../../../platform/http/route.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { saveAccount } from './commands.ts';
import { listTimezonesCall, readAccountCall, saveAccountCall } from './contract.ts';
import { listTimezones, readAccount } from './queries.ts';

export function accountSettingsApi(app: FastifyInstance, { sessions }: { sessions: Sessions }): void {
  readRoute(app, readAccountCall, (tenant) => readAccount(tenant));
  readRoute(app, listTimezonesCall, listTimezones);
  route(app, saveAccountCall, async ({ inTenant, body, request }) => {
    await inTenant((tenant) => saveAccount(tenant, body));
    sessions.reread(request.headers.cookie);
    return { message: 'The account was saved.' };
  });
}
