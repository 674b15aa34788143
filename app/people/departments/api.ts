import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { changeDepartment, createDepartment, deleteDepartment } from './commands.ts';
import { changeDepartmentCall, createDepartmentCall, deleteDepartmentCall, listDepartmentsCall } from './contract.ts';
import { listDepartments } from './queries.ts';

export function departmentsApi(app: FastifyInstance): void {
  route(app, listDepartmentsCall, ({ reading, query }) => reading((tenant) => listDepartments(tenant, query)));
  route(app, createDepartmentCall, async ({ inTenant, body }) => {
    const id = await inTenant((tenant) => createDepartment(tenant, body));
    return { id, message: 'The department was created.' };
  });
  route(app, changeDepartmentCall, async ({ inTenant, params, body }) => {
    await inTenant((tenant) => changeDepartment(tenant, params.id, body));
    return { message: 'The department was saved.' };
  });
  route(app, deleteDepartmentCall, async ({ inTenant, params }) => {
    const name = await inTenant((tenant) => deleteDepartment(tenant, params.id));
    return { message: `“${name}” was deleted.` };
  });
}
