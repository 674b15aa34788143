import { type Nullable, sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type NounName, nouns } from '../../base/nouns.ts';
import type { Run } from '../runs/contract.ts';
import type { ExportRecord, PastExport } from './contract.ts';
import { wordChoice } from './selected/choices.ts';

/** An export with its run and its file, and what its texts are written by. */
export type ExportRow = Columns<
  'exports',
  'id' | 'run_id' | 'file_id' | 'order_status' | 'created_at' | 'start_at' | 'end_at' | 'file_rows' | 'described'
> &
  Columns<'runs', 'done'> &
  Columns<'accounts', 'timezone' | 'date_style'> &
  Nullable<Columns<'files', 'name' | 'bytes'>> &
  Pick<Run, 'state'> & { kind: NounName; source: Column<'connections', 'name'> | null };

type Which = { kind: NounName; most?: number } | { ids: number[] };

/** Past and running exports of one kind of record, or these, newest first. */
export async function readExports(tenant: Tenant, which: Which): Promise<ExportRow[]> {
  const these = 'ids' in which ? sql`e.id = any(${which.ids}::bigint[])` : sql`e.kind = ${which.kind}`;
  const { rows } = await sql<ExportRow>`
    select e.id, e.kind, e.run_id, e.file_id, f.name, f.bytes, r.state, r.done, e.created_at, c.name as source, e.order_status, e.start_at,
      e.end_at, e.file_rows, e.described,
      a.timezone, a.date_style
    from exports e join accounts a on a.id = ${tenant.accountId} join runs r on ${inAccount(tenant, 'r')} and r.id = e.run_id
    left join files f on ${inAccount(tenant, 'f')} and f.id = e.file_id
    left join connections c on ${inAccount(tenant, 'c')} and c.id = e.connection_id
    where ${inAccount(tenant, 'e')} and ${these} order by e.id desc limit ${('most' in which && which.most) || 20}`.execute(tenant.db);
  return rows;
}

/** The newest `most` of one kind, and whether there are older ones. */
export async function listExports(tenant: Tenant, kind: NounName, most: number): Promise<{ exports: ExportRow[]; hasOlder: boolean }> {
  const rows = await readExports(tenant, { kind, most: most + 1 });
  return { exports: rows.slice(0, most), hasOlder: rows.length > most };
}

/** An export as its page lists it. */
export const pastExport = ({ id, kind, run_id, file_id, name, bytes, state, done, created_at, described }: ExportRow): PastExport => ({
  ...{ id, runId: run_id, state, written: done, bytes, createdAt: created_at },
  downloadLink: file_id === null ? null : `/api/files/${file_id}`,
  downloadText: name ?? (state === 'running' ? 'Being written' : 'No file'),
  sourceName: described ? wordChoice(described) : `All ${nouns[kind].many}`,
});

/** The reply of a call that exports. */
export const recordOf = ({ id, downloadLink, downloadText, createdAt, sourceName }: PastExport): ExportRecord => ({
  ...{ id, downloadLink, downloadText, createdAt, sourceName },
});
