import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Values } from '../../../base/changes/noun.ts';
import { type StoredChange, type UndoVerb, undoEach } from '../../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { Kind } from '../kinds.ts';
import { itemNoun, type Row, setFields } from './commands.ts';
import { settleLowStock } from './low-stock.ts';

type Item = Columns<'products', 'id' | 'sku' | 'category_id' | 'reorder_point'>;

/** Gives items back what a group of changes set, each unless somebody changed it since. Returns why some are left. */
export async function undoItems(tenant: Tenant, kind: Kind, group: number, ids: readonly number[]): Promise<Map<number, OutcomeSentence>> {
  const items = new Map((await lockItems(tenant, kind, ids)).map((item) => [item.id, item]));
  return undoEach(tenant, group, [...items.keys()], verbOf(kind, items));
}

/** Of what a bulk action sets: categories and reorder points. */
const verbOf = (kind: Kind, items: ReadonlyMap<number, Item>): UndoVerb<void, OutcomeSentence> => ({
  noun: itemNoun(kind),
  nameOf: () => new Map([...items.values()].map(({ id, sku }) => [id, sku])),
  async read(tenant, { changes }) {
    const categories = await categoriesOf(tenant, changes);
    return new Map(
      changes.flatMap((change) => {
        const item = items.get(change.record_id);
        return item ? [[item.id, valuesNow(item, change, categories)] as const] : [];
      }),
    );
  },
  async write(tenant, { changes }) {
    for (const { record_id, was } of changes) await setFields(tenant, kind, record_id, rowOf(was ?? {}));
  },
  async follow(tenant, { changes }) {
    if (changes.some(({ was }) => was && 'reorder_point' in was)) await settleLowStock(tenant);
  },
  changedSince: (field, by) =>
    field === gone ? { code: 'category_deleted' } : by ? { code: 'changed_by', ...by.kept } : { code: 'changed_since' },
});

const columns = ['category_id', 'reorder_point'] as const;
/** Not a field: the category that was there before no longer exists. */
const gone = 'category';

const rowOf = (was: Values): Row => Object.fromEntries(columns.flatMap((column) => (column in was ? [[column, was[column]]] : [])));

/** The fields of a change as they are now; what only names them is as the change left it. */
function valuesNow(item: Item, { was, is }: StoredChange, categories: ReadonlySet<number>): Values {
  const now: Values = { ...is, ...Object.fromEntries(columns.flatMap((column) => (is && column in is ? [[column, item[column]]] : []))) };
  const before = was?.category_id;
  return typeof before === 'number' && !categories.has(before) && now.category_id === is?.category_id ? { ...now, [gone]: undefined } : now;
}

async function categoriesOf(tenant: Tenant, changes: readonly StoredChange[]): Promise<Set<number>> {
  const ids = changes.flatMap(({ was }) => (typeof was?.category_id === 'number' ? was.category_id : []));
  const { rows } = await sql<Columns<'categories', 'id'>>`
    select id from categories where ${inAccount(tenant)} and id = any(${ids}::bigint[]) for key share`.execute(tenant.db);
  return new Set(rows.map(({ id }) => id));
}

/** In the order in which everybody locks them. */
export async function lockItems(tenant: Tenant, kind: Kind, ids: readonly number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select id, sku, category_id, reorder_point from ${sql.table(kind)}
    where ${inAccount(tenant)} and id = any(${ids}::bigint[]) order by sku collate "C" for no key update`.execute(tenant.db);
  return rows;
}
