import { sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { createCategory } from '../../catalogue/categories/commands.ts';
import { listCategories } from '../../catalogue/categories/queries.ts';
import { type Kind, kinds } from '../../catalogue/kinds.ts';
import { settleLowStock } from '../../catalogue/low-stock.ts';
import { linkSameSkus } from '../../products/items.ts';
import type { Cell, ImportEntity, ImportJob } from '../entity.ts';
import { applyItems } from './apply.ts';
import { itemColumns, notRead } from './columns.ts';
import { currentItems, judgeItems } from './judge.ts';
import { undoItems } from './undo.ts';

/** Files of products or raw materials. */
export function itemsEntity(kind: Kind): ImportEntity {
  const { title, one, many, path } = kinds[kind];
  const afterUndo = async (tenant: Tenant, { columns }: ImportJob) => {
    if (columns.includes('reorder_point')) await settleLowStock(tenant);
    notify(tenant, kind);
  };
  return {
    ...{ name: kind, title, noun: { one, many }, path, columns: itemColumns, notRead },
    prepare: async (tenant, job) => ({ category: await categoryReader(kind, tenant, job) }),
    judge: (tenant, job) => judgeItems(kind, tenant, job),
    current: (tenant, keys) => currentItems(kind, tenant, keys),
    before: (tenant, job) => addMissingCategories(kind, tenant, job),
    apply: (tenant, job, given) => applyItems(kind, tenant, job, given),
    undo: (tenant, job, changesId) => undoItems(kind, tenant, job, changesId),
    async after(tenant, job) {
      if (kind === 'products') await linkSameSkus(tenant);
      await afterUndo(tenant, job);
      return '';
    },
    afterUndo,
  };
}

/** A category is one that there is, whatever its case; with "create missing categories" any. */
async function categoryReader(kind: Kind, tenant: Tenant, { createCategories }: ImportJob): Promise<(text: string) => Cell> {
  const [{ read } = { read: (text: string): Cell => text }] = itemColumns.filter(({ name }) => name === 'category');
  const known = new Map((await listCategories(tenant, kind)).map(({ name }) => [name.toLowerCase(), name]));
  const some = [...known.values()].slice(0, 3).join(', ');
  return (text) => {
    const name = known.get(text.toLowerCase());
    if (name !== undefined) return name;
    return createCategories
      ? read(text)
      : { problem: 'is not a category', expected: some ? `a category such as ${some}` : 'a category that was created before' };
  };
}

/** The categories that only the file has, each once whatever its case. */
async function addMissingCategories(kind: Kind, tenant: Tenant, { importId, columns, createCategories }: ImportJob): Promise<void> {
  const at = columns.indexOf('category') + 1;
  if (!createCategories || at === 0) return;
  const { rows } = await sql<{ missing: string }>`
    select min(name) as missing from import_chunks p, unnest(string_to_array(p.codes, null), p.cells[${sql.lit(at)}:${sql.lit(at)}]) as u (code, name)
    where p.account_id = ${tenant.accountId} and p.import_id = ${importId} and u.code in ('c', 'u') and name <> ''
      and not exists (select from categories c where c.account_id = p.account_id and c.kind = ${kind} and lower(c.name) = lower(u.name))
    group by lower(name) order by 1`.execute(tenant.db);
  for (const { missing } of rows) await createCategory(tenant, kind, missing);
}
