import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { BulkNoun } from '../../../shared/runs/bulk/noun.ts';
import type { Change } from '../../../shared/runs/commands.ts';
import { categoryNamed } from '../categories/commands.ts';
import { changeItem, changeItems } from '../items/commands.ts';
import { type Kind, kinds } from '../kinds.ts';
import type { BulkValues } from './contract.ts';

/** What can be set. */
type Values = Columns<'products', 'category_id' | 'reorder_point'>;
type Item = Columns<'products', 'id' | 'sku'> & Values;
type ItemBulk = BulkNoun<Item, 'set' | 'unset', BulkValues>;

/** What can be done with many items at once: give them values, and those back that they had. */
const bulkOf = (kind: Kind): ItemBulk => ({
  name: kind,
  words: kinds[kind],
  recordType: kind === 'products' ? 'product' : 'raw_material',
  lock: (tenant, ids) => lockItems(tenant, kind, ids),
  label: ({ sku }) => sku,
  verbs: {
    set: {
      label: 'Set values',
      undo: 'unset',
      async perform(tenant, items, { terms: { category, ...set } }) {
        const is = { ...set, ...(category !== undefined && { category_id: await categoryNamed(tenant, kind, category) }) };
        const ids = items.map(({ id }) => id);
        await changeItems(tenant, kind, ids, { ...set, ...(category !== undefined && { category }) });
        return { changed: new Map(items.flatMap((item) => changeOf(item, is))) };
      },
    },
    unset: {
      label: 'Give values back',
      givesBack: true,
      async perform(tenant, items, { changes }) {
        const left = new Map<number, string>();
        for (const item of items) {
          const reason = await giveBack(tenant, kind, item, changes.get(item.id));
          if (reason !== null) left.set(item.id, reason);
        }
        return { left };
      },
    },
  },
});

export const itemBulk = { products: bulkOf('products'), raw_materials: bulkOf('raw_materials') } satisfies Record<Kind, ItemBulk>;

async function lockItems(tenant: Tenant, kind: Kind, ids: number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id, sku, category_id, reorder_point from ${sql.table(kind)}
    where account_id = ${tenant.accountId} and id = any(${ids}::bigint[]) order by sku collate "C" for no key update`.execute(tenant.db);
  return rows;
}

/** What it had, and has; nothing where it had that before. */
function changeOf(item: Item, is: Partial<Values>): [number, Change][] {
  const fields = Object.keys(is) as (keyof Values)[];
  const was = Object.fromEntries(fields.map((field) => [field, item[field]]));
  return fields.some((field) => item[field] !== is[field]) ? [[item.id, { was, is }]] : [];
}

/** Why it stays as it is; null where it has its values back. */
async function giveBack(tenant: Tenant, kind: Kind, item: Item, change: Change | undefined): Promise<string | null> {
  const { was, is } = (change ?? { was: {}, is: {} }) as { was: Partial<Values>; is: Partial<Values> };
  const fields = Object.keys(is) as (keyof Values)[];
  if (fields.some((field) => item[field] !== is[field])) return 'It was changed since.';
  const category = was.category_id ? await nameOf(tenant, was.category_id) : null;
  if (was.category_id && category === null) return 'The category that it had was deleted since.';
  const { reorder_point } = was;
  await changeItem(tenant, kind, item.id, {
    ...('category_id' in was && { category }),
    ...(reorder_point !== undefined && { reorder_point }),
  });
  return null;
}

async function nameOf({ accountId, db }: Tenant, categoryId: number): Promise<string | null> {
  const { rows } = await sql<Columns<'categories', 'name'>>`
    select name from categories where account_id = ${accountId} and id = ${categoryId}`.execute(db);
  return rows[0]?.name ?? null;
}
