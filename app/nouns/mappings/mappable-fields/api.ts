import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import { createMappableField, deleteMappableField } from './commands.ts';
import { createMappableFieldCall, deleteMappableFieldCall, listMappableFieldsCall } from './contract.ts';
import { listMappableFields, mappableConnectors } from './queries.ts';

export function mappableFieldsApi(app: FastifyInstance): void {
  route(app, listMappableFieldsCall, async ({ reading }) => ({
    mappableFields: await reading(listMappableFields),
    connectors: mappableConnectors,
  }));
  route(app, createMappableFieldCall, async ({ inTenant, body }) => {
    const id = await inTenant((tenant) => createMappableField(tenant, body));
    return { id, message: 'The field was added.' };
  });
  route(app, deleteMappableFieldCall, async ({ inTenant, params }) => {
    await inTenant((tenant) => deleteMappableField(tenant, params.id));
    return { message: 'The field was deleted.' };
  });
}
