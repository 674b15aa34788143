import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recognisedUpc, upcsAgree, upcsDiffer } from './upcs.ts';

/**
 * The product that a channel's SKU means beyond doubt, as a row of `id, sku, name, same, gone_at`: the one with this SKU, or
 * without one, the only one with this UPC. None where SKU and UPC do not agree, or where a person or a file gave a product this UPC and the
 * warehouse another: a person compares then. Give both as expressions; an empty UPC is null.
 */
export const equalProduct = (tenant: Tenant, sku: RawBuilder<unknown>, upc: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select by_sku.id, by_sku.sku, by_sku.name, 'SKU' as same, by_sku.gone_at from products by_sku
  where ${inAccount(tenant, 'by_sku')} and by_sku.sku = btrim(${sku}) and not ${upcsDiffer(recognisedUpc('by_sku'), upc)}
  union all
  select min(by_upc.id), min(by_upc.sku), min(by_upc.name), 'UPC', min(by_upc.gone_at) from products by_upc
  where ${inAccount(tenant, 'by_upc')} and by_upc.upc = ${upc} collate "C" and ${upcsAgree(recognisedUpc('by_upc'), upc)}
    and not exists (select from products p where ${inAccount(tenant, 'p')} and p.sku = btrim(${sku}))
  having count(*) = 1`;
