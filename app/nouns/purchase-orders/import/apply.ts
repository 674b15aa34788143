import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { AppliedRows, ChunkRange, ImportJob } from '../../../shared/imports/entity.ts';
import { changeOrders } from './change.ts';
import { headColumns } from './columns.ts';
import { createOrders } from './create.ts';
import type { FileRow } from './file-row.ts';
import { rowsByOrder } from './judge-all.ts';
import { itemsGone, leftOutRow, leftOutSince } from './left-out.ts';
import { withRecords } from './records.ts';
import { rowsOfOrdersIn } from './whole-orders.ts';

const columns = [...headColumns, 'source_number', 'po_number', 'line', 'sku', 'quantity', 'lot_number', 'estimated_delivery_date'] as const;

/**
 * Creates the purchase orders that are not there, and changes the others as a person would. Each is done whole, with the batch that has
 * its last row, or left out: what somebody made, changed or deleted since the check, and what lacks an item by now. Returns how many
 * rows were applied, and the others.
 */
export async function applyPurchaseOrders(
  tenant: Tenant,
  job: ImportJob,
  _given: RawBuilder<unknown>,
  chunks: ChunkRange,
): Promise<AppliedRows> {
  const rows = await rowsOfWhole(tenant, job, chunks);
  const missing = await itemsGone(tenant, rows);
  const orders = [...Map.groupBy(rows, ({ key, order_id }) => order_id ?? key).values()].map((its) => ({
    ...{ id: its[0]?.order_id ?? null, rows: its, reason: leftOutSince(its, missing) },
  }));
  const good = orders.filter(({ reason }) => reason === null);
  await createOrders(
    tenant,
    job,
    good.flatMap((order) => (order.id === null ? [order.rows] : [])),
  );
  const refused = await changeOrders(
    tenant,
    job,
    good.flatMap((order) => (order.id === null ? [] : { id: order.id, rows: order.rows })),
  );
  const leftOut = [...orders, ...refused].flatMap((order) =>
    order.rows.flatMap((row) => (order.reason ? [leftOutRow(row, order.reason)] : [])),
  );
  return { applied: rows.length - leftOut.length, leftOut };
}

/** Locks all that the file names, in the order of their ids: its batches come in the order of the file. */
export async function lockNamed(tenant: Tenant, job: ImportJob): Promise<void> {
  await sql`
    with named as materialized (select distinct po_number, source_number from (${rowsByOrder(tenant, job)}) as i where code in ('c', 'u')),
    found as materialized (
      select nullif(substr(po_number, 4), '')::bigint as id from named where po_number <> ''
      union all
      select p.id from named n join purchase_orders p on ${inAccount(tenant, 'p')} and p.deleted_at is null
        and p.source_number = n.source_number where n.po_number = '')
    select from purchase_orders p where ${inAccount(tenant, 'p')}
      and p.id = any(array(select id from found)) order by p.id for update of p`.execute(tenant.db);
}

async function rowsOfWhole(tenant: Tenant, job: ImportJob, chunks: ChunkRange): Promise<FileRow[]> {
  const rowsOfThem = await rowsOfOrdersIn(tenant, job, chunks);
  const { rows } = await sql<FileRow>`
    with whole as materialized (${rowsOfThem})
    select i.n, i.key, i.seen, ${sql.join(columns.map((name) => sql.ref(`i.${name}`)))}, o.id as order_id, o.po_number as order_number,
      l.id as line_id
    from (select * from whole where code in ('c', 'u')) as i ${withRecords(tenant, { columns })} order by i.n`.execute(tenant.db);
  return rows;
}
