import type { FastifyInstance } from 'fastify';
import { existing, invalid } from '../../../platform/http/refusal.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Services } from '../../people/accounts/services.ts';
import { bulkOf } from './bulk/api.ts';
import { categoriesOf } from './categories/api.ts';
import { keepCategory } from './categories/commands.ts';
import { changeItem, giveBack, type NewItem } from './items/commands.ts';
import { deleteItem } from './items/delete-items.ts';
import { itemCalls } from './items/item-calls.ts';
import { type Kind, kinds } from './kinds.ts';
import { imagesOf } from './pictures/image-api.ts';
import { listItems, searchItems } from './queries.ts';
import { readCurve } from './record/curve.ts';
import { stockHistoryCalls } from './record/curve-contract.ts';
import type { ItemValues } from './values/item-values.ts';

/** A category may be given by its id, too. */
type Given = Partial<ItemValues> & { category_id?: number | null | undefined };
type Creates = (tenant: Tenant, item: NewItem) => Promise<number>;

/** Mounts the calls of items of this kind, their categories and their images. */
export function itemsOf(kind: Kind, create: Creates, app: FastifyInstance, parts: Services): void {
  const calls = itemCalls[kind];
  const { one } = kinds[kind];
  readRoute(app, calls.list, (tenant, { query }) => listItems(tenant, kind, query));
  route(app, calls.search, async ({ reading, query, reply }) => {
    const page = await reading((tenant) => searchItems(tenant, kind, query));
    if (!page) reply.code(204);
    return page;
  });
  imagesOf(kind, app, parts);
  categoriesOf(kind, app);
  bulkOf(kind, app);
  route(app, calls.create, async ({ inTenant, body }) => {
    const { category_id: _, ...item } = body;
    const id = await inTenant(async (tenant) => create(tenant, { ...item, ...(await byName(tenant, kind, body)) }));
    return { id, message: `The ${one} was created.` };
  });
  route(app, calls.change, async ({ inTenant, params, body: { was, overwrites, ...values } }) => {
    const changes = was ? changedSince(was, values) : values;
    await inTenant(async (tenant) => {
      const seen = was && !overwrites ? await seenByName(tenant, kind, was) : {};
      await changeItem(tenant, kind, params.id, await byName(tenant, kind, changes), seen);
    });
    return { message: `The ${one} was saved.` };
  });
  route(app, calls.giveBack, async ({ inTenant, params, body }) => {
    await inTenant((tenant) => giveBack(tenant, kind, params.id, body.fields));
    return { message: 'The warehouse’s value is used again.' };
  });
  route(app, stockHistoryCalls[kind], async ({ reading, params }) => {
    const days = existing(await reading((tenant) => readCurve(tenant, kind, params.id)), `This ${one} does not exist.`);
    return { days };
  });
  route(app, calls.delete, async ({ inTenant, params }) => {
    const { sku, runId } = await inTenant((tenant) => deleteItem(tenant, parts.files, kind, params.id));
    return { message: `“${sku}” was deleted.`, runId };
  });
}

/** What its person changed: a field that the feed has changed since, and they did not, is not theirs. One that was not shown was empty. */
function changedSince(was: Given, values: Given): Given {
  const changed = Object.entries(values).filter(([field, value]) => value !== (was[field as keyof Given] ?? null));
  return Object.fromEntries(changed);
}

/** The values with the category by its name. @throws Invalid where it is given by an id that none has */
async function byName(tenant: Tenant, kind: Kind, { category_id: id, ...values }: Given): Promise<Partial<ItemValues>> {
  if (id === undefined) return values;
  if (id === null) return { category: null, ...values };
  const category = await keepCategory(tenant, kind, id);
  if (!category) throw invalid({ category_id: ['This category no longer exists.'] });
  return { ...values, category: category.name };
}

/** The same of what was shown: one that was deleted since is called as none can be, so that it is another than there is now. */
async function seenByName(tenant: Tenant, kind: Kind, { category_id: id, ...was }: Given): Promise<Partial<ItemValues>> {
  if (id === undefined) return was;
  return { ...was, category: id === null ? null : ((await keepCategory(tenant, kind, id))?.name ?? '') };
}
