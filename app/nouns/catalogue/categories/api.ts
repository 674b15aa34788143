import type { FastifyInstance } from 'fastify';
import { type Call, route } from '../../../../platform/http/route.ts';
import type { Kind } from '../kinds.ts';
import { createCategory, deleteCategory, renameCategories } from './commands.ts';
import { categoryCalls } from './contract.ts';
import { listCategories } from './queries.ts';
import { categoryTexts } from './texts.ts';

/** Mounts the calls of this kind's categories. */
export function categoriesOf(kind: Kind, app: FastifyInstance): void {
  const calls = categoryCalls[kind];
  route(app, calls.list, ({ reading }) => reading((tenant) => listCategories(tenant, kind)));
  route(app, calls.create, ({ inTenant, body }) => inTenant((tenant) => createCategory(tenant, kind, body.category)));
  route(app, calls.update, ({ inTenant, body }) =>
    inTenant(async (tenant) => {
      await renameCategories(tenant, kind, body);
      return listCategories(tenant, kind);
    }),
  );
  const remove = async ({ inTenant, params, reply }: Call<typeof calls.delete>) => {
    const left = await inTenant(async (tenant) => (await deleteCategory(tenant, kind, params.id)) && (await listCategories(tenant, kind)));
    if (left) return left;
    reply.code(210);
    return { message: categoryTexts.inUse };
  };
  route(app, calls.delete, remove);
  route(app, calls.deleteByGet, remove);
}
