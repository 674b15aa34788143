import type { FastifyInstance } from 'fastify';
import { logoPicture } from '../../../connectors/logos.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { changeRoute, readRoute, route } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { getExchange, getUnreadable, listExchanges, logEntities } from './calls/log.ts';
import { setPaused, syncNow } from './connecting/commands.ts';
import { disconnectAndUnsubscribe } from './connecting/disconnecting.ts';
import {
  choicesCall,
  connectCall,
  connectorLogoCall,
  disconnectCall,
  dismissAllUnreadableCall,
  dismissReferencesCall,
  dismissUnreadableCall,
  getLogCall,
  getUnreadableCall,
  impactCall,
  listConnectionsCall,
  listLogsCall,
  listUnreadableCall,
  pauseCall,
  reconnectCall,
  resumeCall,
  syncNowCall,
  testCall,
  webhookAddressCall,
} from './contract.ts';
import { connectionNamed, disconnectImpact, listConnections, requireConnection } from './queries.ts';
import { listUnreadable } from './streams/list-unreadable.ts';
import { dismissUnknown } from './streams/unknown-references.ts';
import { dismissUnreadable } from './streams/unreadable.ts';
import { availableIn } from './trying/available.ts';
import { listChoices } from './trying/choices.ts';
import { trial } from './trying/trial-turns.ts';
import { connectTried, reconnectTried, tryConnection } from './trying/trying.ts';
import { readWebhook } from './webhooks/webhook-address.ts';

export function connectionsApi(app: FastifyInstance, { engine }: Services): void {
  route(app, listConnectionsCall, async ({ reading }) => ({
    data: await reading(listConnections),
    available: availableIn({ ...engine, applications: Object.keys(engine.applications) }),
  }));
  route(app, connectorLogoCall, async ({ params, reply }) => {
    const picture = existing(logoPicture(params.connector), 'This connector has no logo.');
    return reply.headers({ 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=86400' }).send(picture);
  });
  route(app, connectCall, ({ session, body, request }) =>
    trial(session, () => connectTried(engine, { ...session, address: request.ip }, body)),
  );
  route(app, reconnectCall, ({ session, params, body, request }) =>
    trial(session, () => reconnectTried(engine, { ...session, address: request.ip }, params.name, body.settings, body.was)),
  );
  route(app, choicesCall, ({ session, body }) => trial(session, () => listChoices(engine, session, body)));
  route(app, testCall, ({ session, params }) => trial(session, () => tryConnection(engine, session, params.name)));
  going(app);
  readRoute(app, impactCall, async (tenant, { params }) => disconnectImpact(tenant, (await connectionNamed(tenant, params.name)).id));
  changeRoute(app, webhookAddressCall, async (tenant, { params }) => {
    return readWebhook(tenant, engine, (await connectionNamed(tenant, params.name)).id);
  });
  route(app, disconnectCall, ({ session, params, request }) =>
    disconnectAndUnsubscribe(engine, { ...session, address: request.ip }, params.name),
  );
  logs(app);
  unreadable(app);
}

/** Pause, resume and sync now. */
function going(app: FastifyInstance): void {
  for (const [call, isPaused] of [[pauseCall, true] as const, [resumeCall, false] as const])
    changeRoute(app, call, async (tenant, { params }) => {
      const { id, name, state } = await connectionNamed(tenant, params.name);
      if (state === 'needs_reconnect')
        throw refuse(409, 'not_active', `${name} needs new credentials, and is not called until then: reconnect it first.`);
      await setPaused(tenant, id, isPaused);
      return { message: `${name} is ${isPaused ? 'paused' : 'resumed'}.` };
    });
  changeRoute(app, syncNowCall, async (tenant, { params }) => {
    const { id, name, state } = await connectionNamed(tenant, params.name);
    if (state !== 'active')
      throw refuse(
        409,
        'not_active',
        `${name} is ${state === 'paused' ? 'paused: resume it first' : 'not connected: reconnect it first'}.`,
      );
    return { message: `Syncing ${name}.`, runs: await syncNow(tenant, id) };
  });
}

function unreadable(app: FastifyInstance): void {
  const missing = () => refuse(404, 'not_found', 'This record does not exist.');
  route(app, dismissUnreadableCall, async ({ inTenant, params }) => {
    if ((await inTenant((tenant) => dismissUnreadable(tenant, [params.id]))) === 0) throw missing();
    return { message: 'The record is dismissed. It is still listed under Activity.' };
  });
  readRoute(app, listUnreadableCall, listUnreadable);
  route(app, dismissAllUnreadableCall, async ({ inTenant, body }) => {
    const dismissed = await inTenant((tenant) => dismissUnreadable(tenant, body.ids));
    if (dismissed === 0) throw refuse(404, 'not_found', 'There is nothing left to dismiss.');
    return { message: `${countedWords(dismissed, 'record')} dismissed. They are still listed under Activity.` };
  });
  route(app, dismissReferencesCall, async ({ inTenant, params }) => {
    const dismissed = await inTenant((tenant) => dismissUnknown(tenant, params.connectionId));
    if (dismissed === 0) throw refuse(404, 'not_found', 'There is nothing left to dismiss.');
    return {
      message: `${countedWords(dismissed, 'reference')} dismissed. What was sent under ${dismissed === 1 ? 'it' : 'them'} stays as it is.`,
    };
  });
  readRoute(app, getUnreadableCall, async (tenant, { params }) => existing(await getUnreadable(tenant, params.id), missing));
}

function logs(app: FastifyInstance): void {
  readRoute(app, listLogsCall, async (tenant, { session, params, query }) => {
    await requireConnection(tenant, params.connectorId);
    return listExchanges(tenant, params.connectorId, session, { ...query, operations: logEntities[params.entityId] });
  });
  readRoute(app, getLogCall, async (tenant, { session, params }) =>
    existing(await getExchange(tenant, params.connectorId, session, params.id), 'This log entry does not exist.'),
  );
}
