import type { FastifyInstance } from 'fastify';
import { readRoute } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { connectionNamed } from '../../shared/connections/queries.ts';
import { locationsApi } from './locations/api.ts';
import { rulesApi } from './rules/api.ts';
import { shippingOptionsApi } from './shipping-options/api.ts';
import { countStopsCall } from './stops/contract.ts';
import { countStops } from './stops/queries.ts';

export function mappingsApi(app: FastifyInstance, parts: Pick<Services, 'engine'>): void {
  shippingOptionsApi(app, parts);
  locationsApi(app, parts);
  rulesApi(app);
  readRoute(app, countStopsCall, async (tenant, { params, query }) => ({
    stops: await countStops(tenant, (await connectionNamed(tenant, params.name)).id, query),
  }));
}
