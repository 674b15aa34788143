import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { text } from '../../../../platform/endpoint.ts';
import { createShippingOption, deleteShippingOption, saveShippingOptions } from '../../../nouns/mappings/shipping-options/commands.ts';
import { namedAs } from '../writing/named-as.ts';
import { requireRelease } from '../writing/releasing.ts';
import { writes, writeV1 } from '../writing/write.ts';
import { changes, creates, ofMapping } from './changing.ts';
import { lockOfLive, requireLive } from './live.ts';

const path = '/v1/shipping-mappings';
const description = text(500).nullable().optional();
const warehouse_code = text(100).min(1).meta({ description: 'The warehouse’s code of its method' });

const createCall = creates(path, 'Say which method of the warehouse a channel’s shipping code is', {
  ...{ channel_code: text(200).min(1), warehouse_code, description },
});
const changeCall = changes(path, 'Map a shipping code to another method', { warehouse_code, description });
/** Nothing leaves by it: orders that went by the code wait. */
const deleteCall = writes(`DELETE ${path}/:id`, {
  ...{ scope: 'write_mappings', may: 'map', asSeen: true },
  summary: 'Delete a shipping code: orders that went by it stop. It appears again, not mapped, with the next order that has it',
  reply: z.object({ id: z.number(), message: z.string(), stopped: z.number().meta({ description: 'How many orders stopped' }) }),
});

const named = namedAs({
  ship_code: 'channel_code',
  ship_name: 'warehouse_code',
  connectorCode: 'channel_code',
  amwareCode: 'warehouse_code',
});
type Option = Columns<'shipping_options', 'connection_id' | 'connector_code'>;

export function shippingChangesApi(app: FastifyInstance): void {
  writeV1(app, createCall, async (tenant, { session, body: { connection_id, channel_code, warehouse_code, description } }) => {
    requireRelease(session, 'Goods may leave by a mapping.');
    await requireLive(tenant, connection_id);
    const option = { ship_code: channel_code, ship_name: warehouse_code, description };
    const { id, waiting } = await createShippingOption(tenant, connection_id, option).catch(named);
    return { id, message: `${channel_code} is mapped.`, waiting };
  });
  writeV1(
    app,
    changeCall,
    async (tenant, { session, params: { id }, body: { warehouse_code: amwareCode, description } }) => {
      requireRelease(session, 'Goods may leave by a mapping.');
      const { connection_id, connector_code: connectorCode } = await lockOfLive<Option>(tenant, 'shipping_options', id);
      const { waiting } = await saveShippingOptions(tenant, connection_id, [{ connectorCode, amwareCode, description }]).catch(named);
      return { id, message: `${connectorCode} is mapped.`, waiting };
    },
    ofMapping('shipping'),
  );
  writeV1(
    app,
    deleteCall,
    async (tenant, { params: { id } }) => {
      const { connection_id } = await lockOfLive<Option>(tenant, 'shipping_options', id);
      const { code, stopped } = await deleteShippingOption(tenant, connection_id, id);
      return { id, message: `The shipping code ${code} is deleted.`, stopped };
    },
    ofMapping('shipping'),
  );
}
