import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../../base/changes/undo.ts';
import type { Undone } from '../../../shared/runs/bulk/undo.ts';
import { type Kind, kinds } from '../kinds.ts';
import { wantPictures } from '../pictures/fetched-pictures.ts';
import { itemNoun } from './commands.ts';
import { enqueueLots } from './lots.ts';
import { settleLowStock } from './low-stock.ts';

/**
 * Has an item again that was deleted, under the id and with the picture that it had; what the warehouse gave up is given up still: orders
 * of it would be refused there. @throws Refusal 404; 409 where another has its SKU
 */
export async function undoDeletion(tenant: Tenant, kind: Kind, group: number): Promise<Undone> {
  const sku = await undoChanges(tenant, group, [verbOf(kind)]);
  return { message: `“${sku}” is there again.`, runId: null, total: 1 };
}

const skuOf = ({ was }: StoredChange) => String(was?.sku);

const verbOf = (kind: Kind): UndoVerb<string> => ({
  noun: itemNoun(kind),
  nameOf: (_tenant, changes) => new Map(changes.map((change) => [change.record_id, skuOf(change)])),
  /** What is to be there again is something else by now, where another has its SKU. */
  async read(tenant, { changes }) {
    const { rows } = await sql<Columns<'products', 'id' | 'sku'>>`
      with deleted as materialized (select g.record_id as id, lower(g.was ->> 'sku') collate "C" as sku_key ${from(changes)})
      select deleted.id, i.sku from deleted join ${sql.table(kind)} i on ${inAccount(tenant, 'i')}
        and i.sku_key = deleted.sku_key`.execute(tenant.db);
    return new Map(rows.map(({ id, sku }) => [id, { sku }]));
  },
  async write(tenant, { changes }) {
    await sql`
      insert into ${sql.table(kind)} (account_id, id, ${columns}, category_id, own_image_id)
      overriding system value select ${tenant.accountId}::bigint, g.record_id, ${columns},
        (select c.id from categories c where ${inAccount(tenant, 'c')} and c.id = w.category_id),
        (select f.id from files f where ${inAccount(tenant, 'f')} and f.id = w.own_image_id)
      ${from(changes)} cross join lateral json_to_record(g.was) as w (sku text, name text, upc text, description text, category_id bigint,
        image_url text, unit text,
        weight numeric, warehouse_location text, reorder_point int, expiry_days int, warehouse_values jsonb, own_image_id bigint,
        named_at timestamptz, gone_at timestamptz)`.execute(tenant.db);
  },
  async follow(tenant, { changes }) {
    await settleLowStock(tenant);
    await enqueueLots(tenant);
    await wantPictures(tenant);
    return changes.map(skuOf).join(', ');
  },
  changedSince: () => `There is a ${kinds[kind].one} with this SKU by now.`,
});

const from = (changes: readonly StoredChange[]) =>
  sql`from json_to_recordset(${JSON.stringify(changes)}::json) as g (record_id bigint, was json)`;

const columns = sql.raw(
  'sku, name, upc, description, image_url, unit, weight, warehouse_location, reorder_point, expiry_days, warehouse_values, named_at, gone_at',
);
