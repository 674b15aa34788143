import { type Nullable, sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { statuses } from '../../../ui/status/statuses.ts';
import { writeDay } from '../../../ui/time/write-time.ts';
import type { PastOrdersExport } from './contract.ts';

type Row = Columns<
  'exports',
  'id' | 'run_id' | 'file_id' | 'order_status' | 'created_at' | 'start_at' | 'end_at' | 'file_rows' | 'described'
> &
  Columns<'runs', 'done'> &
  Columns<'accounts', 'timezone' | 'date_style'> &
  Nullable<Columns<'files', 'name' | 'bytes'>> &
  Pick<PastOrdersExport, 'state'> & { source: Column<'connections', 'name'> | null };

/** Past and running exports of orders, newest first. */
export async function listOrdersExports(tenant: Tenant, ids: number[] | null = null, most = 100): Promise<PastOrdersExport[]> {
  const { rows } = await sql<Row>`
    select e.id, e.run_id, e.file_id, f.name, f.bytes, r.state, r.done, e.created_at, c.name as source, e.order_status, e.start_at, e.end_at, e.file_rows, e.described, a.timezone, a.date_style
    from exports e join accounts a on a.id = e.account_id join runs r on r.account_id = e.account_id and r.id = e.run_id
    left join files f on f.account_id = e.account_id and f.id = e.file_id
    left join connections c on c.account_id = e.account_id and c.id = e.connection_id
    where e.account_id = ${tenant.accountId} and e.kind = 'orders' and (${ids}::bigint[] is null or e.id = any(${ids}))
    order by e.id desc limit ${most}`.execute(tenant.db);
  return rows.map(shown);
}

function shown({
  id,
  run_id,
  file_id,
  name,
  bytes,
  state,
  done,
  created_at,
  source,
  order_status,
  start_at,
  end_at,
  timezone,
  date_style: dateStyle,
  file_rows,
  described,
}: Row): PastOrdersExport {
  return {
    id,
    runId: run_id,
    state,
    written: done,
    rows: file_rows,
    described,
    bytes,
    downloadLink: file_id === null ? null : `/api/files/${file_id}`,
    downloadText: name ?? (state === 'running' ? 'Being written' : 'No file'),
    createdAt: created_at,
    sourceName: source ?? 'All sources',
    status: order_status ? statuses[order_status].label : 'All statuses',
    startAtText: start_at ? writeDay(start_at, { timezone, dateStyle }) : 'From the first',
    // The end is exclusive: the last day of the range is the day before.
    endAtText: end_at ? writeDay(new Date(end_at.getTime() - 1), { timezone, dateStyle }) : 'To the last',
  };
}

/** From one month ago to today in the account's zone, as `2026-10-21`. */
export async function usualRange(tenant: Tenant): Promise<{ start_at: string; end_at: string }> {
  const { rows } = await sql<{ start_at: string; end_at: string }>`
    select (now() at time zone timezone - interval '1 month')::date as start_at, (now() at time zone timezone)::date as end_at
    from accounts where id = ${tenant.accountId}`.execute(tenant.db);
  return rows[0] as { start_at: string; end_at: string };
}
