import type { FastifyInstance, FastifyRequest } from 'fastify';
import { openDoor } from '../front-door.ts';
import type { AdvisorAccount } from './account.ts';
import { fulfillmentRoutes } from './fulfillment-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { productRoutes } from './product-routes.ts';
import { referenceRoutes } from './reference-routes.ts';
import { refusal } from './replies.ts';
import { type ChannelAdvisorParts, signIn } from './sign-in.ts';
import { webhookRoutes } from './webhook-routes.ts';

/** ChannelAdvisor's REST API, to be registered under a prefix. */
export async function channelAdvisor(app: FastifyInstance, parts: ChannelAdvisorParts) {
  await app.register(signIn, { ...parts, prefix: '' });
  await app.register(api, { ...parts, prefix: '/v1' });
}

/** OData writes `Orders(5)/Export`; the router wants `Orders/5/Export`. */
export function plainPath(url: string): string {
  return url.startsWith('/channel-advisor/v1/') ? url.replace(/^([^?]*\/[A-Za-z]+)\((\d+)\)(?=$|[/?])/, '$1/~$2') : url;
}

async function api(app: FastifyInstance, { accounts, faults, latencyMs }: ChannelAdvisorParts) {
  const signedIn = (request: FastifyRequest) => {
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return accounts().find(({ grant }) => token !== undefined && grant.isGood(token)) ?? null;
  };
  const accountOf = openDoor<AdvisorAccount>(app, {
    target: 'channel_advisor',
    faults,
    latencyMs,
    identify: signedIn,
    silentLimit: true,
    refusals: {
      unauthorized: { status: 401, body: { Message: 'Authorization has been denied for this request.' } },
      rate_limited: { status: 429, body: { Message: 'Too Many Requests' } },
      internal: { status: 500, body: { Message: 'An error has occurred.' } },
    },
  });
  app.setNotFoundHandler({}, (_request, reply) =>
    reply.code(404).send({ Message: 'No HTTP resource was found that matches the request URI.' }),
  );
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(refusal(error.message)),
  );
  orderRoutes(app, accountOf);
  fulfillmentRoutes(app, accountOf);
  productRoutes(app, accountOf);
  referenceRoutes(app, accountOf);
  webhookRoutes(app, accountOf);
}
