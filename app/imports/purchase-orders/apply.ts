import { type RawBuilder, sql } from 'kysely';
import { Invalid, Refusal } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ImportJob } from '../entity.ts';
import { UnreadableTable } from '../reading/rows.ts';
import { changeOrder } from './change.ts';
import { headColumns } from './columns.ts';
import { createOrders } from './create.ts';
import type { FileRow } from './file-row.ts';
import { withRecords } from './found.ts';
import { rowsByOrder } from './judge-all.ts';

const columns = [...headColumns, 'source_number', 'po_number', 'line', 'sku', 'quantity', 'lot_number', 'estimated_delivery_date'] as const;

/**
 * Creates the purchase orders that are not there, and changes the others as a person would. Each is done whole, with the batch that has
 * its last row. Returns how many rows that were.
 */
export async function applyPurchaseOrders(tenant: Tenant, job: ImportJob, given: RawBuilder<unknown>): Promise<number> {
  const rows = await rowsOfWhole(tenant, job, given);
  const orders = Map.groupBy(rows, ({ key }) => key);
  const fresh = [...orders.values()].filter(([first]) => first?.order_id === null);
  const known = [...orders.values()].filter(([first]) => first && first.order_id !== null);
  await createOrders(tenant, job, fresh);
  for (const changed of known) await orStop(changed[0]?.order_number ?? '', () => changeOrder(tenant, job, changed));
  return rows.length;
}

async function rowsOfWhole(tenant: Tenant, job: ImportJob, given: RawBuilder<unknown>): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    with bounds as (select min(n) as first, max(n) as last from (${given}) as g), r as (${rowsByOrder(tenant, job)}),
    whole as materialized (select r.*, max(n) filter (where code in ('c', 'u')) over (partition by key) as last_n from r)
    select i.n, i.key, ${sql.join(columns.map((name) => sql.ref(`i.${name}`)))}, o.id as order_id, o.po_number as order_number, l.id as line_id
    from bounds b join whole i on i.code in ('c', 'u') and i.last_n between b.first and b.last ${withRecords(tenant, { columns })} order by i.n`.execute(
    tenant.db,
  );
  return rows;
}

/** What was right when the file was checked and is not any more ends the import, with nothing applied. */
async function orStop(number: string, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Invalid)) throw error;
    const reason = error instanceof Invalid ? (Object.values(error.fields).flat()[0] ?? error.message) : error.message;
    throw new UnreadableTable(`Nothing was applied. ${number}: ${reason} Check the file again.`);
  }
}
