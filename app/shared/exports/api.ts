import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { deleteExportCall } from './contract.ts';
import { deleteExport, missingExport } from './delete-export.ts';

export function exportsApi(app: FastifyInstance, { files }: Services): void {
  route(app, deleteExportCall, async ({ inTenant, params }) => {
    if (!(await inTenant((tenant) => deleteExport(tenant, files, params.id)))) throw missingExport();
    return { message: 'The export was deleted.' };
  });
}
