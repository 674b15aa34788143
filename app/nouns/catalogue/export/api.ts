import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { listLocations } from '../items/locations.ts';
import { kindOf } from './calls.ts';
import { entityLocationsCall, itemCountCall } from './contract.ts';
import { countItems } from './item-file.ts';
import { itemsToChoose } from './queries.ts';

/** What a person chooses from who exports some of the items. */
export function itemsExportsApi(app: FastifyInstance): void {
  route(app, itemCountCall, ({ reading, query }) =>
    reading(async (tenant): Promise<[{ count: number }, { id: number; sku: string; name: string }[]]> => {
      const kind = kindOf(query.entity_id);
      return [{ count: await countItems(tenant, kind, null) }, await itemsToChoose(tenant, kind, query.q)];
    }),
  );
  route(app, entityLocationsCall, ({ reading, params }) => reading((tenant) => listLocations(tenant, kindOf(params.entityId))));
}
