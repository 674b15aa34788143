import { sql } from 'kysely';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { ImportEntity, ImportJob } from '../../../../shared/imports/entity.ts';
import { rowKeyOf } from '../../../../shared/imports/row-key.ts';
import type { CleanRow } from './clean-row.ts';

type Current = { key: string; was: Record<string, string | null> };

/**
 * What a record has already is right, whatever a rule says about new values: otherwise our own export could not be imported again.
 * Of rows in doubt, drops the errors of such cells, and takes a key as it is in the file where there is a record of exactly that key.
 */
export async function settleDoubts(tenant: Tenant, entity: ImportEntity, job: ImportJob, rows: CleanRow[]): Promise<void> {
  const doubtful = rows.filter(({ raw }) => raw !== null);
  if (doubtful.length === 0) return;
  const keyOf = (cells: readonly string[]) => rowKeyOf(entity, job.columns, cells);
  const keys = [...new Set(doubtful.flatMap(({ raw, cells }) => [keyOf(raw ?? []), keyOf(cells)]))].filter(
    (key) => key && !key.includes('\u0000'),
  );
  const { rows: found } = await sql<Current>`${entity.current(tenant, keys, job)}`.execute(tenant.db);
  const records = new Map(found.map(({ key, was }) => [key, was]));
  for (const row of doubtful)
    settle(row, row.raw ?? [], job.columns, { exact: records.get(keyOf(row.raw ?? [])), read: records.get(keyOf(row.cells)) });
}

function settle(
  row: CleanRow,
  raw: string[],
  columns: readonly string[],
  found: { exact: Current['was'] | undefined; read: Current['was'] | undefined },
): void {
  const [key = ''] = raw;
  const was = found.exact ?? found.read;
  if (!was) return;
  if (found.exact) {
    row.cells[0] = key;
    row.errors = row.errors.filter(({ column }) => column !== columns[0]);
  }
  row.errors = row.errors.filter(({ column }) => {
    const at = columns.indexOf(column);
    const same = at >= 0 && was[column] === raw[at];
    if (same) row.cells[at] = was[column] ?? '';
    return !same;
  });
}
