import type { FastifyInstance } from 'fastify';
import { type Call, changeRoute, readRoute, route } from '../../../../platform/http/route.ts';
import type { Kind } from '../kinds.ts';
import { createCategory, deleteCategory, renameCategories } from './commands.ts';
import { categoryCalls } from './contract.ts';
import { listCategories } from './queries.ts';
import { categoryTexts } from './texts.ts';

/** Mounts the calls of this kind's categories. */
export function categoriesOf(kind: Kind, app: FastifyInstance): void {
  const calls = categoryCalls[kind];
  readRoute(app, calls.list, (tenant) => listCategories(tenant, kind));
  changeRoute(app, calls.create, (tenant, { body }) => createCategory(tenant, kind, body.category));
  changeRoute(app, calls.update, async (tenant, { body }) => {
    await renameCategories(tenant, kind, body);
    return listCategories(tenant, kind);
  });
  const remove = async ({ inTenant, params, reply }: Call<typeof calls.delete>) => {
    const left = await inTenant(async (tenant) => (await deleteCategory(tenant, kind, params.id)) && (await listCategories(tenant, kind)));
    if (left) return left;
    reply.code(210);
    return { message: categoryTexts.inUse };
  };
  route(app, calls.delete, remove);
  route(app, calls.deleteByGet, remove);
}
