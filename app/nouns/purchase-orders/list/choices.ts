import { sql } from 'kysely';
import { page } from '../../../../platform/http/page.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { distinctValues } from '../../../../platform/list/distinct.ts';

const columns = { skus: sql`sku collate "C"`, lots: sql`lot_number collate "C"` };

/** The SKUs or lots of purchase orders, as choices of a filter. */
export const loader = page('work', async ({ tenant, params }) => {
  const column = params.of === 'lots' ? columns.lots : columns.skus;
  const rows = sql`purchase_order_lines where ${inAccount(tenant)}`;
  return (await distinctValues(tenant, { column, rows, most: 300 })).map((value) => ({ value, label: value }));
});
