import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { FaultBook } from '../faults.ts';
import { openDoor } from '../front-door.ts';
import type { SellerAccount } from './account.ts';
import { orderActions } from './order-actions.ts';
import { orderReads } from './order-reads.ts';
import { referenceData } from './reference-data.ts';
import { subscriptionRoutes } from './webhooks.ts';

export type ShipStationParts = { accounts: () => SellerAccount[]; faults: FaultBook; clock: Clock; latencyMs: () => number };

/** ShipStation's V1 API, to be registered under a prefix. */
export async function shipStation(app: FastifyInstance, { accounts, faults, clock, latencyMs }: ShipStationParts) {
  const sellerOf = openDoor<SellerAccount>(app, {
    target: 'ship_station',
    faults,
    latencyMs,
    identify: (request) => signedIn(request, accounts()),
    refusals: {
      unauthorized: { status: 401, body: { Message: 'Authorization has been denied for this request.' } },
      rate_limited: { status: 429, body: { message: 'Too Many Requests' } },
      internal: { status: 500, body: { Message: 'An error has occurred.' } },
    },
    own: {
      plan_lapsed: { status: 402, body: { Message: 'Your ShipStation plan has lapsed. Choose a plan to go on.' } },
      refused_as_500: {
        status: 500,
        body: {
          ...{ Message: 'An error has occurred.', ExceptionMessage: 'This order can no longer be changed.' },
          ExceptionType: 'System.InvalidOperationException',
        },
      },
      refused_as_200: { status: 200, body: { success: false, message: 'The order is not awaiting shipment.' } },
    },
  });
  app.setNotFoundHandler({}, (_request, reply) =>
    reply.code(404).send({ message: 'No HTTP resource was found that matches the request URI.' }),
  );
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ Message: 'The request is invalid.', ExceptionMessage: error.message }),
  );
  orderReads(app, sellerOf);
  orderActions(app, sellerOf);
  referenceData(app, sellerOf, clock);
  subscriptionRoutes(app, sellerOf);
}

function signedIn(request: FastifyRequest, accounts: SellerAccount[]): SellerAccount | null {
  const sent = request.headers.authorization ?? '';
  const found = accounts.find(({ key, secret }) => sent === `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`);
  return found ?? null;
}
