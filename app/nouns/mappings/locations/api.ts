import type { FastifyInstance } from 'fastify';
import { type Call, changeRoute, readRoute, route } from '../../../../platform/http/route.ts';
import { listBuildings } from '../../../base/buildings.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { connectionNamed } from '../../../shared/connections/queries.ts';
import { askConnection } from '../../../shared/connections/trying/ask.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { checkedAgain } from '../../order-flow/checking/words.ts';
import { deleteLocation, mapLocations, remapLocations } from './commands.ts';
import {
  deleteLocationCall,
  listLocationsCall,
  listProviderLocationsCall,
  listRemoteLocationsCall,
  locationDeleted,
  remapLocationsCall,
  remapLocationsGetCall,
  saveLocationsCall,
} from './contract.ts';
import { mergeLocations } from './merge.ts';
import { listLocations } from './queries.ts';

export function locationsApi(app: FastifyInstance, { engine }: { engine: Engine }): void {
  readRoute(app, listProviderLocationsCall, (tenant) => listBuildings(tenant));

  readRoute(app, listLocationsCall, async (tenant, { params }) =>
    listLocations(tenant, (await connectionNamed(tenant, params.connector)).id),
  );

  route(app, listRemoteLocationsCall, async ({ session, inTenant, params }) => {
    const { id, value } = await askConnection(engine, session, params.connector, {
      question: 'locations',
      cannot: (label) => `${label} does not list its locations.`,
    });
    return mergeLocations(await inTenant((tenant) => listLocations(tenant, id)), value);
  });

  changeRoute(app, saveLocationsCall, async (tenant, { params, body }) => {
    const { id } = await connectionNamed(tenant, params.name);
    const { waiting, undo } = await mapLocations(
      tenant,
      id,
      body.locations.map(({ internal_id, connector_location, amware_location, was }) => ({
        internalId: internal_id,
        name: connector_location,
        amwareLocation: amware_location || null,
        was: was === undefined ? undefined : was || null,
      })),
    );
    return { message: `Locations were saved.${checkedAgain(waiting)}`, waiting, undo };
  });

  for (const call of [remapLocationsGetCall, remapLocationsCall]) route(app, call, remap);

  changeRoute(app, deleteLocationCall, async (tenant, { params, query }) => {
    const undo = await deleteLocation(tenant, (await connectionNamed(tenant, params.connector)).id, params.id, query.was);
    return { message: locationDeleted, undo };
  });
}

const remap = ({ inTenant, params }: Call<typeof remapLocationsCall>) =>
  inTenant(async (tenant) => {
    const { orders, products } = await remapLocations(tenant, await connectionNamed(tenant, params.connector));
    const goods = countedWords(products, 'product has', 'products have');
    const waiting = countedWords(orders, 'order that has not left is', 'orders that have not left are');
    return { message: `${goods} a mapped location. ${waiting} mapped again.` };
  });
