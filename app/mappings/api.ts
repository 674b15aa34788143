import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { connectionNamed } from '../connections/queries.ts';
import { checkedAgain } from '../orders/checking/words.ts';
import { countedWords } from '../ui/counted-words.ts';
import { mapLocations } from './locations/commands.ts';
import { saveLocationsCall } from './locations/contract.ts';
import { unmapCode } from './mapped-codes/commands.ts';
import { countStopsCall, unmapCodeCall } from './mapped-codes/contract.ts';
import { countStops } from './mapped-codes/queries.ts';
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
  route(app, countStopsCall, ({ reading, params, query }) =>
    reading(async (tenant) => ({ stops: await countStops(tenant, (await connectionNamed(tenant, params.name)).id, query) })),
  );
  route(app, unmapCodeCall, ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      const { stopped, undo } = await unmapCode(tenant, id, body);
      const consequence =
        stopped === 0 ? 'No order goes by it.' : `${countedWords(stopped, 'order now waits', 'orders now wait')} for a mapping.`;
      return { message: `${body.code} is not mapped any more. ${consequence}`, stopped, undo };
    }),
  );
}
