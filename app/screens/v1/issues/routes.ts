import { z } from 'zod';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import { type Decision, routing } from './decisions.ts';

type Choice = { code: string; name: string };

const choicesOf = (description: string) => z.array(z.object({ code: z.string(), name: z.string() })).meta({ description });

/** By which ways what has not left may go, by the names that a decision's `set` has for them. */
export const routes = z.object({
  warehouse_code: choicesOf('The buildings of the warehouse that is connected: a `code` for `warehouse_code` of `set`'),
  shipping_code: choicesOf('Its shipping methods: a `code` for `shipping_code` of `set`'),
});

/** What may be set with these decisions: nothing where none of them takes a `set`. */
export async function routesFor(tenant: Tenant, decisions: readonly Decision[]): Promise<z.output<typeof routes>> {
  if (!decisions.some(({ action }) => routing.has(action))) return { warehouse_code: [], shipping_code: [] };
  return { warehouse_code: await listBuildings(tenant), shipping_code: await methodChoices(tenant) };
}

/** The methods of the warehouse, each with its carrier in its name. */
export async function methodChoices(tenant: Tenant): Promise<Choice[]> {
  const groups = await listMethods(tenant);
  return groups.flatMap(({ carrier, methods }) => methods.map(({ code, name }) => ({ code, name: `${carrier} ${name}` })));
}
