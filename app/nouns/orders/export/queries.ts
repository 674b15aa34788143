import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type ExportRow, pastExport } from '../../../shared/exports/queries.ts';
import { wordChoice } from '../../../shared/exports/selected/choices.ts';
import { statuses } from '../../../ui/status/statuses.ts';
import { writeDay } from '../../../ui/time/write-time.ts';
import type { PastOrdersExport } from './contract.ts';

/** An export of orders as its page lists it. */
export function pastOrdersExport(row: ExportRow): PastOrdersExport {
  const { order_status, start_at, end_at, timezone, date_style: dateStyle } = row;
  return {
    ...pastExport(row),
    rows: row.file_rows,
    described: row.described ? wordChoice(row.described) : null,
    sourceName: row.source ?? 'All sources',
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
