import type { FastifyInstance } from 'fastify';
import { refusedPublic } from '../../../connectors/http/addresses.ts';
import { existing, invalid } from '../../../platform/http/refusal.ts';
import { changeRoute, messageRoute, readRoute } from '../../../platform/http/route.ts';
import { wordReason } from '../../base/reasons.ts';
import type { Engine } from '../../base/worker-context.ts';
import { replayDelivery, replaySince } from './log/commands.ts';
import { listDeliveriesCall, readDeliveryCall, replayDeliveryCall, replaySinceCall } from './log/contract.ts';
import { listDeliveries, readDelivery } from './log/queries.ts';
import {
  changeSubscription,
  createSubscription,
  deleteSubscription,
  endFormerSecret,
  rotateSecret,
  sendTest,
  switchSubscription,
} from './subscriptions/commands.ts';
import {
  changeSubscriptionCall,
  createSubscriptionCall,
  deleteSubscriptionCall,
  endFormerSecretCall,
  listSubscriptionsCall,
  rotateSecretCall,
  sendTestCall,
  switchSubscriptionCall,
} from './subscriptions/contract.ts';
import { listSubscriptions } from './subscriptions/queries.ts';

type Parts = { engine: Pick<Engine, 'seal' | 'sandboxOrigin'> };

/** Which events are sent where, and what came of it. */
export function eventSubscriptionsApi(app: FastifyInstance, { engine }: Parts): void {
  subscriptions(app, engine);
  secrets(app, engine);
  log(app, engine);
}

function subscriptions(app: FastifyInstance, { seal, sandboxOrigin }: Parts['engine']): void {
  readRoute(app, listSubscriptionsCall, async (tenant, { session: { role } }) => ({
    data: await listSubscriptions(tenant, { role, seal }),
  }));
  changeRoute(app, createSubscriptionCall, (tenant, { body }) => {
    requirePublic(body.url, sandboxOrigin);
    return createSubscription(tenant, seal, body);
  });
  changeRoute(app, changeSubscriptionCall, async (tenant, { params, body }) => {
    requirePublic(body.url, sandboxOrigin);
    await changeSubscription(tenant, params.id, body);
    return { message: `${body.name} was saved.` };
  });
  changeRoute(app, switchSubscriptionCall, async (tenant, { params, body }) => ({
    message: `${await switchSubscription(tenant, params.id, body.state)} is ${body.state}.`,
  }));
  messageRoute(app, sendTestCall, 'The test event is on its way. The log below has what comes of it.', (tenant, { params }) =>
    sendTest(tenant, params.id),
  );
  changeRoute(app, deleteSubscriptionCall, async (tenant, { params }) => ({
    message: `${await deleteSubscription(tenant, params.id)} was deleted.`,
  }));
}

/** @throws Invalid for what is no public https address, as far as its text says that */
function requirePublic(url: string, sandboxOrigin: string | null): void {
  const refused = refusedPublic(url, sandboxOrigin);
  if (refused) throw invalid({ url: [wordReason(refused)] });
}

function secrets(app: FastifyInstance, { seal }: Parts['engine']): void {
  changeRoute(app, rotateSecretCall, (tenant, { params, body }) => rotateSecret(tenant, seal, params.id, body.rotating_until));
  messageRoute(app, endFormerSecretCall, 'The former secret no longer signs.', (tenant, { params }) => endFormerSecret(tenant, params.id));
}

function log(app: FastifyInstance, { seal }: Parts['engine']): void {
  readRoute(app, listDeliveriesCall, async (tenant, { params, query, session: { role } }) => {
    existing((await listSubscriptions(tenant, { role, seal }, params.id))[0], 'This webhook does not exist.');
    return { data: await listDeliveries(tenant, { subscriptionId: params.id, ...query }) };
  });
  readRoute(app, readDeliveryCall, (tenant, { params, session }) =>
    readDelivery(tenant, session.role, { subscriptionId: params.id, id: params.deliveryId }),
  );
  messageRoute(app, replayDeliveryCall, 'The event is sent again.', (tenant, { params }) =>
    replayDelivery(tenant, params.id, params.deliveryId),
  );
  messageRoute(app, replaySinceCall, 'The events since then are sent again.', (tenant, { params, body }) =>
    replaySince(tenant, params.id, new Date(body.since)),
  );
}
