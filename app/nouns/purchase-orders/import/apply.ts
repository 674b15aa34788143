import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { AppliedRows, ChunkRange, ImportJob } from '../../../shared/imports/entity.ts';
import { changeOrders } from './change.ts';
import { headColumns } from './columns.ts';
import { createOrders } from './create.ts';
import type { FileRow } from './file-row.ts';
import { itemsGone, leftOutRow, leftOutSince } from './left-out.ts';
import { cell, withRecords } from './records.ts';
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

/**
 * Locks all that the file names, in the order of their ids: its batches come in the order of the file. Of its rows nothing but that is
 * read, and none is kept: a row that names nothing is one of an order that another names.
 */
export async function lockNamed(tenant: Tenant, job: ImportJob): Promise<void> {
  const own = job.columns.flatMap((name, at) => (names.has(name) ? [{ name, at: sql.lit(at + 1) }] : []));
  const cells = [sql`p.codes`, ...own.map(({ at }) => sql`p.cells[${at}:${at}]`)];
  const titles = ['code', ...own.map(({ name }) => name)].map((name) => sql.ref(name));
  await sql`
    with named as materialized (
      select distinct ${cell(job, 'po_number')} as po_number, ${cell(job, 'source_number')} as source_number
      from (
        select string_to_array(codes, null) as codes, array_cat(cells, '{}') as cells from import_chunks
        where ${inAccount(tenant)} and import_id = ${job.importId} offset 0
      ) as p, unnest(${sql.join(cells)}) as i (${sql.join(titles)})
      where i.code in ('c', 'u')),
    found as materialized (
      select nullif(substr(po_number, 4), '')::bigint as id from named where po_number <> ''
      union all
      select p.id from named n join purchase_orders p on ${inAccount(tenant, 'p')} and p.deleted_at is null
        and p.source_number = n.source_number
      where n.po_number = '' and n.source_number <> '')
    select from purchase_orders p where ${inAccount(tenant, 'p')}
      and p.id = any(array(select id from found)) order by p.id for update of p`.execute(tenant.db);
}

/** The columns that name a purchase order. */
const names: ReadonlySet<string> = new Set(['po_number', 'source_number']);

async function rowsOfWhole(tenant: Tenant, job: ImportJob, chunks: ChunkRange): Promise<FileRow[]> {
  const rowsOfThem = await rowsOfOrdersIn(tenant, job, chunks);
  const { rows } = await sql<FileRow>`
    with whole as materialized (${rowsOfThem})
    select i.n, i.key, i.seen, ${sql.join(columns.map((name) => sql.ref(`i.${name}`)))}, o.id as order_id, o.po_number as order_number,
      l.id as line_id
    from (select * from whole where code in ('c', 'u')) as i ${withRecords(tenant, { columns })} order by i.n`.execute(tenant.db);
  return rows;
}
