import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { connectionNamed } from '../connections/queries.ts';
import { checkedAgain } from '../orders/checking/words.ts';
import { mapLocations } from './locations/commands.ts';
import { saveLocationsCall } from './locations/contract.ts';
import { saveShippingOptions } from './shipping-options/commands.ts';
import { saveShippingOptionsCall } from './shipping-options/contract.ts';

export function mappingsApi(app: FastifyInstance): void {
  route(app, saveShippingOptionsCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      const { waiting, undo } = await saveShippingOptions(tenant, id, body.codes);
      return { message: `Shipping options were saved.${checkedAgain(waiting)}`, waiting, undo };
    }),
  );
  route(app, saveLocationsCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      const locations = body.locations.map(({ internal_id, amware_location }) => ({
        internalId: internal_id,
        amwareLocation: amware_location,
      }));
      const { waiting, undo } = await mapLocations(tenant, id, locations);
      return { message: `Locations were saved.${checkedAgain(waiting)}`, waiting, undo };
    }),
  );
}
