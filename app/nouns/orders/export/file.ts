import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { exportFailed } from '../../../shared/exports/contract.ts';
import { cutByIndex } from '../../../shared/exports/cut.ts';
import type { ExportFile, ExportRange, FileRequest } from '../../../shared/exports/export-file.ts';
import { and, hasStatus, isBefore, isFrom, isFromOn, notDeleted } from '../finding/conditions.ts';
import { lineColumns, orderColumns } from './columns.ts';
import { fixFiltered } from './selection.ts';

/** The file of orders, or of their lines. */
export function ordersFile(job: FileRequest): ExportFile {
  const isByLine = job.file_rows === 'lines';
  return {
    name: isByLine ? 'order-lines' : 'orders',
    noun: isByLine ? { one: 'line', many: 'lines' } : { one: 'order', many: 'orders' },
    failed: exportFailed('orders'),
    ...(job.filter !== null && { fix: (tenant: Tenant) => fixFiltered(tenant, job.run_id, job.filter) }),
    count: (tenant) => countRows(tenant, job),
    rows: (tenant, part) => orderRows(tenant, job, part),
    ...orderParts(job),
  };
}

/** The rows of the orders file: see `ExportFile`. */
export function orderRows(tenant: Tenant, range: ExportRange, part: RawBuilder<unknown>): RawBuilder<unknown> {
  const isByLine = range.file_rows === 'lines';
  const columns = (isByLine ? lineColumns : orderColumns(tenant)).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
  return sql`select ${sql.join(columns)} from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    ${isByLine ? withLines(tenant) : sql``} where ${inAccount(tenant, 'o')} and ${matching(tenant, range)} and ${part}
      order by o.id desc${isByLine ? sql`, l.position` : sql``}`;
}

/** Where nothing narrows a file, its orders in parts. */
const orderParts = ({ order_status, connection_id, start_at, end_at, selection }: ExportRange): Pick<ExportFile, 'parts'> => {
  if (order_status || connection_id || start_at || end_at || selection !== null) return {};
  return { parts: (tenant) => cutByIndex(tenant, { table: 'orders', as: 'o', column: 'id', direction: 'desc' }) };
};

/** An order without lines has a row too. */
const withLines = (tenant: OfAccount) => sql`left join order_lines l on ${inAccount(tenant, 'l')} and l.order_id = o.id`;

/** The number of rows, from the tallies where they have it. */
async function countRows(tenant: Tenant, range: ExportRange): Promise<number> {
  const { order_status, connection_id, start_at, end_at, selection, file_rows } = range;
  const isByLine = file_rows === 'lines';
  const counting =
    start_at || end_at || selection || isByLine
      ? sql<{
          n: number;
        }>`select count(*)::int as n from orders o ${isByLine ? withLines(tenant) : sql``} where ${inAccount(tenant, 'o')}
          and ${matching(tenant, range)}`
      : sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from orders_in_all t where ${inAccount(tenant, 't')}
          and (${order_status}::text is null or t.order_status = ${order_status}) and (${connection_id}::bigint is null
            or t.connection_id = ${connection_id})`;
  const { rows } = await counting.execute(tenant.db);
  return rows[0]?.n ?? 0;
}

function matching(tenant: Tenant, range: ExportRange): RawBuilder<unknown> {
  const { order_status, connection_id, start_at, end_at } = range;
  const parts = [notDeleted];
  if (range.selection !== null) {
    const targets = sql`select unnest(t.ids) from run_targets t where ${inAccount(tenant, 't')} and t.run_id = ${sql.lit(range.run_id)}`;
    return and([...parts, sql`o.id in (${targets})`]);
  }
  if (order_status) parts.push(hasStatus(sql.lit(order_status)));
  if (connection_id) parts.push(isFrom(sql.lit(connection_id)));
  if (start_at) parts.push(isFromOn(sql.lit(start_at.toISOString())));
  if (end_at) parts.push(isBefore(sql.lit(end_at.toISOString())));
  return and(parts);
}
