import { type Nullable, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type NounName, nouns } from '../../base/nouns.ts';
import type { Run } from '../runs/contract.ts';
import type { PastExport } from './contract.ts';

type Row = Columns<'exports', 'id' | 'run_id' | 'file_id' | 'created_at' | 'described'> &
  Columns<'runs', 'done'> &
  Nullable<Columns<'files', 'name' | 'bytes'>> &
  Pick<Run, 'state'>;

/** Whose files are listed alike: all but those of orders. */
export type ListedExport = Exclude<NounName, 'orders'>;

/** Past and running exports of one kind of record, newest first. */
export async function listExports(tenant: Tenant, kind: ListedExport, ids: number[] | null = null, most = 20): Promise<PastExport[]> {
  const { rows } = await sql<Row>`
    select e.id, e.run_id, e.file_id, f.name, f.bytes, r.state, r.done, e.created_at, e.described
    from exports e join runs r on ${inAccount(tenant, 'r')} and r.id = e.run_id left join files f on ${inAccount(tenant, 'f')}
      and f.id = e.file_id
    where ${inAccount(tenant, 'e')} and e.kind = ${kind} and (${ids}::bigint[] is null or e.id = any(${ids})) order by e.id desc
      limit ${most}`.execute(tenant.db);
  return rows.map(({ id, run_id, file_id, name, bytes, state, done, created_at, described }) => ({
    ...{ id, runId: run_id, state, written: done, bytes, createdAt: created_at },
    downloadLink: file_id === null ? null : `/api/files/${file_id}`,
    downloadText: name ?? (state === 'running' ? 'Being written' : 'No file'),
    sourceName: described ?? `All ${nouns[kind].many}`,
  }));
}
