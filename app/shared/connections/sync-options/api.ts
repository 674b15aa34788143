import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { acceptsText } from '../../../../platform/http/text-reply.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { listAccountsCall, listSubsidiariesCall, saveSyncOptionsCall } from './contract.ts';
import { listAccounts, listSubsidiaries, saveSyncOptions } from './options.ts';

export function syncOptionsApi(app: FastifyInstance, { engine }: Pick<Services, 'engine'>): void {
  route(app, listSubsidiariesCall, ({ session, params }) => listSubsidiaries(engine, session, params.connector));
  route(app, listAccountsCall, ({ session, params }) => listAccounts(engine, session, params.connector, params.id));
  route(app, saveSyncOptionsCall, async ({ session, params, body, request, reply }) => {
    await saveSyncOptions(engine, session, params.connector, body);
    const message = 'The sync options were saved.';
    return acceptsText(request) ? reply.type('text/plain; charset=utf-8').send(message) : { message };
  });
}
