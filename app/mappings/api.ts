import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { connectionNamed } from '../connections/queries.ts';
import type { Parts } from '../parts.ts';
import { countedWords } from '../ui/counted-words.ts';
import { locationsApi } from './locations/api.ts';
import { unmapCode } from './mapped-codes/commands.ts';
import { countStopsCall, unmapCodeCall } from './mapped-codes/contract.ts';
import { countStops } from './mapped-codes/queries.ts';
import { rulesApi } from './rules/api.ts';
import { shippingOptionsApi } from './shipping-options/api.ts';

export function mappingsApi(app: FastifyInstance, parts: Pick<Parts, 'engine'>): void {
  shippingOptionsApi(app, parts);
  locationsApi(app, parts);
  rulesApi(app);
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
