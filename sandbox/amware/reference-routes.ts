import type { FastifyInstance } from 'fastify';
import { carriers, warehouses } from './methods.ts';
import type { ClientOf } from './replies.ts';

export function referenceRoutes(app: FastifyInstance, clientOf: ClientOf) {
  app.get('/v1/account', { config: { operation: 'get_account' } }, (request) => {
    const { id, name } = clientOf(request);
    return { id, name };
  });
  app.get('/v1/warehouses', { config: { operation: 'list_warehouses' } }, () => ({ warehouses }));
  app.get('/v1/shipping-methods', { config: { operation: 'list_shipping_methods' } }, () => ({ carriers }));
}
