import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ItemField } from '../../catalogue/fields.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import { differs, ownedWhenNew, setByPerson } from '../../catalogue/own-values.ts';
import type { ImportJob } from '../entity.ts';
import { fieldsOf, typedValue, withCategory } from './typed.ts';

/** Sets what the rows say, and creates the items that are not there. Returns how many changed or were created. */
export async function applyItems(
  kind: Kind,
  tenant: Tenant,
  { importId, columns }: ImportJob,
  given: RawBuilder<unknown>,
): Promise<number> {
  const fields = fieldsOf(columns);
  if (fields.length === 0) return 0;
  const { accountId } = tenant;
  const table = sql.table(kind);
  const names = sql.join(fields.map((field) => sql.ref(field)));
  const values = sql.join(fields.map((field) => sql`${typedValue('g', field)} as ${sql.ref(field)}`));
  const { rows } = await sql<{ count: number }>`
    with typed as materialized (select g.sku, ${values} from (${given}) g ${withCategory(tenant, kind, 'g', fields)} order by g.sku collate "C"),
    changed as (
      update ${table} item set ${setByPerson('item', 'typed', fields)} from typed
      where item.account_id = ${accountId} and item.sku = typed.sku and ${differs('item', 'typed', fields)}
      returning json_build_object('id', item.id, 'was', ${asJson('old', [...fields, 'warehouse_values'])}, 'now', ${asJson('new', fields)}) as change
    ),
    created as (
      insert into ${table} (account_id, sku, ${names}, warehouse_values)
      select ${accountId}::bigint, sku, ${names}, ${ownedWhenNew('typed', fields)} from typed
      where ${fields.includes('name')} and not exists (select from ${table} t where t.account_id = ${accountId} and t.sku = typed.sku)
      on conflict (account_id, sku) do nothing returning id
    ),
    stored as (
      insert into import_changes (account_id, import_id, is_new, rows)
      select ${accountId}::bigint, ${importId}::bigint, false, json_agg(change) from changed having count(*) > 0
      union all select ${accountId}::bigint, ${importId}::bigint, true, json_agg(id) from created having count(*) > 0
    )
    select ((select count(*) from changed) + (select count(*) from created))::int as count`.execute(tenant.db);
  return rows[0]?.count ?? 0;
}

const asJson = (relation: 'old' | 'new', fields: readonly (ItemField | 'warehouse_values')[]) =>
  sql`json_build_object(${sql.join(fields.flatMap((field) => [sql.lit(field), sql.ref(`${relation}.${field}`)]))})`;
