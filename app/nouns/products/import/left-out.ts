import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportJob, LeftOut } from '../../../shared/imports/entity.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import { differs } from '../../catalogue/values/own-values.ts';
import { fieldsOf, typedRows } from './typed.ts';

type Row = Pick<LeftOut, 'id'> & { sku: string; code: 'c' | 'u'; lacks: boolean };

/** After rows were applied: those whose item is not as they say, because somebody changed, made or deleted it, or their category, since. */
export async function leftOutItems(kind: Kind, tenant: Tenant, { columns }: ImportJob, given: RawBuilder<unknown>): Promise<LeftOut[]> {
  const fields = fieldsOf(columns);
  const { rows } = await sql<Row>`
    with typed as materialized (${typedRows(tenant, kind, fields, given)})
    select item.id, typed.sku, typed.code, typed.lacks from typed
    left join ${sql.table(kind)} item on ${inAccount(tenant, 'item')} and item.sku = typed.sku
    where item.id is null or typed.lacks or ${differs('item', 'typed', fields)} order by typed.sku collate "C"`.execute(tenant.db);
  return rows.map((row) => ({ id: row.id, label: row.sku, reason: { code: whyOf(row) } }));
}

function whyOf({ id, code, lacks }: Row) {
  if (lacks) return 'category_deleted_since_check' as const;
  if (code === 'c') return 'created_since_check' as const;
  return id === null ? ('deleted_since_check' as const) : ('changed_since_check' as const);
}
