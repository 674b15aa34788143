import type { FastifyInstance } from 'fastify';
import { readRoute } from '../../../../platform/http/route.ts';
import { listLocations } from '../items/locations.ts';
import { kindOf } from './calls.ts';
import { entityLocationsCall, itemCountCall } from './contract.ts';
import { countItems } from './item-file.ts';
import { itemsToChoose } from './queries.ts';

/** What a person chooses from who exports some of the items. */
export function itemsExportsApi(app: FastifyInstance): void {
  readRoute(app, itemCountCall, async (tenant, { query }): Promise<[{ count: number }, { id: number; sku: string; name: string }[]]> => {
    const kind = kindOf(query.entity_id);
    return [{ count: await countItems(tenant, kind, null) }, await itemsToChoose(tenant, kind, query.q)];
  });
  readRoute(app, entityLocationsCall, (tenant, { params }) => listLocations(tenant, kindOf(params.entityId)));
}
