import type { FastifyInstance } from 'fastify';
import { changeRoute, route } from '../../../../platform/http/route.ts';
import { recordUndoable } from '../../../shared/noun/record-undoable.ts';
import { createMappableField, deleteMappableField } from './commands.ts';
import { createMappableFieldCall, deleteMappableFieldCall, listMappableFieldsCall } from './contract.ts';
import { listMappableFields, mappableConnectors } from './queries.ts';

export function mappableFieldsApi(app: FastifyInstance): void {
  route(app, listMappableFieldsCall, async ({ reading }) => ({
    mappableFields: await reading(listMappableFields),
    connectors: mappableConnectors,
  }));
  changeRoute(app, createMappableFieldCall, async (tenant, { body }) => {
    const field = await createMappableField(tenant, body);
    return { id: field.id, message: 'The field was added.', runId: await recordUndoable(tenant, 'mappable_fields', 'add', field) };
  });
  route(app, deleteMappableFieldCall, ({ inTenant, params: { id } }) =>
    inTenant(async (tenant) => {
      const field = await deleteMappableField(tenant, id);
      return { message: 'The field was deleted.', runId: await recordUndoable(tenant, 'mappable_fields', 'delete', field) };
    }),
  );
}
