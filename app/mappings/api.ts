import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { connectionNamed } from '../connections/queries.ts';
import { checkedAgain } from '../orders/checking/words.ts';
import { mapLocation } from './locations/commands.ts';
import { saveLocationsCall } from './locations/contract.ts';
import { saveShippingOptions } from './shipping-options/commands.ts';
import { saveShippingOptionsCall } from './shipping-options/contract.ts';

export function mappingsApi(app: FastifyInstance): void {
  route(app, saveShippingOptionsCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      const { waiting } = await saveShippingOptions(tenant, id, body.codes);
      return { message: `Shipping options were saved.${checkedAgain(waiting)}`, waiting };
    }),
  );
  route(app, saveLocationsCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      let waiting = 0;
      for (const { internal_id, amware_location } of body.locations) {
        waiting += (await mapLocation(tenant, { connectionId: id, internalId: internal_id, amwareLocation: amware_location })).waiting;
      }
      return { message: `Locations were saved.${checkedAgain(waiting)}`, waiting };
    }),
  );
}
