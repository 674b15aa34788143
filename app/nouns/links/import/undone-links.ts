import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';

/** What a SKU is to mean. */
export type MeantLink = { sku: Column<'connector_products', 'connector_product_sku'> } & Columns<
  'connector_products',
  'product_id' | 'units_per_sale'
>;

/** What SKUs would mean again if an import of links were undone: those that are as it left them, so many at most. */
export async function undoneLinks(tenant: Tenant, { group, connectionId }: ImportJob, most: number): Promise<MeantLink[]> {
  const { rows } = await sql<MeantLink>`
    select cp.connector_product_sku as sku, (each #>> '{was,product_id}')::bigint as product_id, coalesce((each #>> '{was,units}')::int,
      1) as units_per_sale
    from changes c cross join lateral json_array_elements(c.packed) as each
    join connector_products cp on ${inAccount(tenant, 'cp')} and cp.connection_id = ${connectionId}
      and cp.connector_product_sku = each ->> 'sku'
    where ${inAccount(tenant, 'c')} and c.group_id = ${group} and c.form in ('changed', 'created') and cp.deleted_at is null
      and (cp.product_id, cp.units_per_sale) is not distinct from ((each #>> '{now,product_id}')::bigint, (each #>> '{now,units}')::int)
    limit ${most}`.execute(tenant.db);
  return rows;
}
