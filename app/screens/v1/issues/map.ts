import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { text } from '../../../../platform/endpoint.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { mapLocations } from '../../../nouns/mappings/locations/commands.ts';
import { saveShippingOptions } from '../../../nouns/mappings/shipping-options/commands.ts';
import { lockToTakeBack } from '../../../nouns/order-flow/lock-orders.ts';
import { pressSave } from '../../../nouns/orders/acting/pressed.ts';
import { remedyHints } from '../../../nouns/remedies/remedy-hints.ts';
import { namedAs } from '../writing/named-as.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { causeOf, requireCause } from './cause.ts';
import { mendedReply, waiting } from './link.ts';
import type { OpenIssue } from './read.ts';
import { methodChoices } from './routes.ts';

const maps = { scope: 'write_issues', may: 'map', reply: mendedReply, sendsGoods: true, asSeen: true } as const;
const goOn = 'All that wait for it go on ten seconds later, and whatever is sold later goes by it, so this takes `release_orders` too';

const mapShippingCall = writes('POST /v1/issues/:id/map-shipping', {
  ...maps,
  summary: `Say which method of the warehouse the shipping code of an issue is; of an order without a code, by which it is sent. ${goOn}`,
  body: z.strictObject({ warehouse_code: text(100).min(1).meta({ description: 'A `code` of its remedies’ `choices`' }), waiting }),
});

const mapLocationCall = writes('POST /v1/issues/:id/map-location', {
  ...maps,
  summary: `Say which warehouse the location of an issue is. ${goOn}`,
  body: z.strictObject({ warehouse_location: text(100).min(1).meta({ description: 'A `code` of its remedies’ `choices`' }), waiting }),
});

const named = namedAs({ amwareCode: 'warehouse_code', shipping_code: 'warehouse_code', 'order.shipping_code': 'warehouse_code' });

export function mapApi(app: FastifyInstance): void {
  writeV1(app, mapShippingCall, async (tenant, call) => {
    const { connectionId, subject: connectorCode, orderId } = await requireCause(tenant, call, 'method');
    const { warehouse_code } = call.body;
    if (connectorCode === '') {
      if (orderId === null) throw refuse(409, 'decided', 'This issue is of no order.');
      await lockToTakeBack(tenant, [orderId]);
      // Somebody may have chosen one while it was waited for.
      await requireCause(tenant, call, 'method');
      await pressSave(tenant, call.session.name, { id: orderId, shipping_code: warehouse_code }).catch(named);
      return { id: call.params.id, message: 'The order has a shipping method.', waiting: 1 };
    }
    const was = { amwareCode: await goneMethod(tenant, connectionId, connectorCode) };
    const done = await saveShippingOptions(tenant, connectionId, [{ connectorCode, amwareCode: warehouse_code, was }]).catch(named);
    return { id: call.params.id, message: `${connectorCode} is mapped.`, waiting: done.waiting };
  });
  writeV1(app, mapLocationCall, async (tenant, call) => {
    const { connectionId, subject: internalId } = await requireCause(tenant, call, 'location');
    const was = await goneBuilding(tenant, connectionId, internalId);
    const done = await mapLocations(tenant, connectionId, [{ internalId, amwareLocation: call.body.warehouse_location, was }]);
    return { id: call.params.id, message: `The location ${internalId} is mapped.`, waiting: done.waiting };
  });
}

/**
 * The method that a shipping code is mapped to where the warehouse does not have it; null for any other. An issue is open until its orders
 * go on, also where a person has just mapped its code: who heard of it before does not map that otherwise.
 */
async function goneMethod(tenant: Tenant, connection_id: number, subject: string): Promise<string | null> {
  return (await remedyHints(tenant, { type: 'unmapped_shipping', subject, connection_id }))?.mapped_method ?? null;
}

/** The same of the building of a location. */
async function goneBuilding(tenant: Tenant, connectionId: number, internalId: string): Promise<string | null> {
  const { rows } = await sql<Columns<'location_mappings', 'amware_location'>>`
    select amware_location from location_mappings
    where ${inAccount(tenant)} and connection_id = ${connectionId} and internal_id = ${internalId}`.execute(tenant.db);
  const code = rows[0]?.amware_location ?? null;
  return (await listBuildings(tenant)).some((building) => building.code === code) ? null : code;
}

/** What the code or location of an issue can be mapped to. */
export async function choicesFor(tenant: Tenant, issue: OpenIssue): Promise<{ code: string; name: string }[]> {
  if (causeOf(issue, 'method')) return methodChoices(tenant);
  const cause = causeOf(issue, 'location');
  if (!cause) return [];
  const { type } = issue;
  return (await remedyHints(tenant, { type, subject: cause.subject, connection_id: cause.connectionId }))?.warehouses ?? [];
}
