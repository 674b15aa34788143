import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { SearchedNoun } from '../../../../platform/words/searched-noun.ts';
import type { SearchedTexts } from '../../../../platform/words/terms.ts';

/** A purchase order is found by its numbers, vendor, SKUs, lots and announcement. It may have thousands of lines. */
export const purchaseOrderWords: SearchedNoun = {
  noun: 'purchase_orders',
  record: 'purchase_order',
  texts: (tenant, ids) => sql<SearchedTexts & Columns<'purchase_orders', 'id'>>`
    with ordered as (
      select purchase_order_id, array_agg(distinct sku) || array_agg(distinct mapped_sku) || array_agg(distinct lot_number) as codes
      from purchase_order_lines where ${inAccount(tenant)} and purchase_order_id = any(${ids}::bigint[]) group by 1
    ),
    received as (
      select purchase_order_id, array_agg(distinct lot_number) || array_agg(distinct asn_id) as codes
      from receipts where ${inAccount(tenant)} and purchase_order_id = any(${ids}::bigint[]) group by 1
    )
    select p.id, array[p.source_number, p.vendor_name] as names, array[p.source_number, p.vendor_name] as phrases,
      array[p.po_number, p.id::text, p.vendor_number, p.warehouse_reference_number] || ordered.codes || received.codes as codes
    from purchase_orders p left join ordered on ordered.purchase_order_id = p.id left join received on received.purchase_order_id = p.id
    where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and p.deleted_at is null`,
  atOnce: 200,
  mostTerms: 20_000,
};
