import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { mapLineItemCall, skuMapped } from './contract.ts';
import { mapLineItem } from './map-line-item.ts';

export function connectorProductsApi(app: FastifyInstance): void {
  route(app, mapLineItemCall, async ({ inTenant, body }) => {
    const { line, waiting } = await inTenant((tenant) => mapLineItem(tenant, body));
    return { ...line, message: skuMapped, alert_type: 'success', waiting };
  });
}
