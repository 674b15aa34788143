import { notify } from '../../../../platform/events.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Cell, ImportEntity, ImportJob } from '../../../shared/imports/entity.ts';
import { listCategories, roomForCategories } from '../../catalogue/categories/queries.ts';
import { enqueueLots } from '../../catalogue/items/lots.ts';
import { settleLowStock } from '../../catalogue/items/low-stock.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import { linkSameSkus } from '../../links/saving/same-skus.ts';
import { checkThoseWithItems } from '../../purchase-flow/recheck.ts';
import { applyItems } from './apply.ts';
import { itemColumns, notRead } from './columns.ts';
import { currentItems, judgeItems } from './judge.ts';
import { addMissingCategories, countMissingCategories, newCategories } from './missing-categories.ts';
import { undoItems } from './undo.ts';

/** Files of products or raw materials. */
export function itemsEntity(kind: Kind): ImportEntity {
  const settle = async (tenant: Tenant, { columns }: ImportJob) => {
    if (columns.includes('reorder_point')) await settleLowStock(tenant);
    if (columns.includes('expiry_days')) await enqueueLots(tenant);
    notify(tenant, kind);
  };
  return {
    ...{ name: kind, number: kind === 'raw_materials' ? 1 : 2, columns: itemColumns, notRead },
    prepare: async (tenant, job) => ({ category: await categoryReader(kind, tenant, job) }),
    judge: (tenant, job) => judgeItems(kind, tenant, job),
    current: (tenant, keys) => currentItems(kind, tenant, keys),
    missing: {
      ...{ column: 'category', problem: notACategory, ...newCategories },
      room: (tenant) => roomForCategories(tenant, kind),
      count: (tenant, job) => countMissingCategories(kind, tenant, job),
    },
    before: (tenant, job) => addMissingCategories(kind, tenant, job),
    apply: (tenant, job, given) => applyItems(kind, tenant, job, given),
    undo: (tenant, job, pack) => undoItems(kind, tenant, job, pack),
    async after(tenant, job) {
      if (kind === 'products') await linkSameSkus(tenant);
      await checkThoseWithItems(tenant);
      await settle(tenant, job);
      return null;
    },
    afterUndo: settle,
  };
}

const notACategory = 'not_there';

/** A category is one that there is, whatever its case; with "create missing categories" any. */
async function categoryReader(kind: Kind, tenant: Tenant, { createCategories }: ImportJob): Promise<(text: string) => Cell> {
  const [{ read } = { read: (text: string): Cell => text }] = itemColumns.filter(({ name }) => name === 'category');
  const all = new Map((await listCategories(tenant, kind)).map(({ name }) => [name.toLowerCase(), name]));
  const names = [...all.values()].slice(0, 3);
  return (text) => {
    const name = all.get(text.toLowerCase());
    if (name !== undefined) return name;
    return createCategories ? read(text) : { problem: { code: notACategory }, expected: { code: 'category', names } };
  };
}
