import { sql } from 'kysely';
import type { Database } from '../../../../../platform/db.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { type Actor, inTenant, type Tenant } from '../../../../../platform/tenant.ts';
import { findImport, type ImportRow } from './import-row.ts';

/** The phase was cancelled, given to another worker, or this one stops: nothing of it may be written any longer. */
export class InterruptedImport extends Error {}

/** Whether an import is in a phase that a job does. */
export const isAtWork = ({ state }: Pick<ImportRow, 'state'>): boolean => ['checking', 'applying', 'undoing'].includes(state);

/** Whether an import is still in the phase and in the hands of the worker that read this row. It stays so until the transaction ends. */
export async function continues(tenant: Tenant, { id, state, attempt }: ImportRow): Promise<boolean> {
  const now = await findImport(tenant, id, 'share');
  return now?.state === state && now.attempt === attempt;
}

/** @throws InterruptedImport where the phase is not this worker's now */
export async function requirePhase(tenant: Tenant, row: ImportRow): Promise<void> {
  if (!(await continues(tenant, row))) throw new InterruptedImport();
}

/**
 * Asks between the steps of a long transaction, outside of it: a person who cancels does not wait for its locks.
 * @throws InterruptedImport
 */
export async function requireToGoOn(database: Database, actor: Actor, row: ImportRow, stop: AbortSignal): Promise<void> {
  if (stop.aborted) throw new InterruptedImport();
  await inTenant(database, actor, (tenant) => requirePhase(tenant, row));
}

/** Begins a phase, or begins it again: what an earlier try left is deleted. Undefined when there is nothing to do. */
export async function beginPhase(tenant: Tenant, id: number): Promise<ImportRow | undefined> {
  const row = await findImport(tenant, id, 'no key update');
  if (!row || !isAtWork(row)) return undefined;
  if (row.state === 'checking') {
    await sql`delete from import_chunks where ${inAccount(tenant)} and import_id = ${id}`.execute(tenant.db);
    await sql`delete from import_errors where ${inAccount(tenant)} and import_id = ${id}`.execute(tenant.db);
  }
  await sql`update runs set done = 0, skipped = 0, failed = 0 where ${inAccount(tenant)} and id = ${row.run_id}`.execute(tenant.db);
  const { rows } = await sql<Pick<ImportRow, 'attempt' | 'change_group_id'>>`
    with drawn as materialized (select nextval('changes_id_seq') as id)
    update imports set attempt = attempt + 1, cut_off = cut_off + 1,
      change_group_id = case when state = 'applying' then (select drawn.id from drawn) else change_group_id end
    where ${inAccount(tenant)} and id = ${id} returning attempt, change_group_id`.execute(tenant.db);
  return { ...row, ...rows[0] };
}

/** The phase ended, failed or was interrupted in order: no worker died over it. */
export async function endInOrder(tenant: Tenant, { id, attempt }: ImportRow): Promise<void> {
  await sql`update imports set cut_off = 0 where ${inAccount(tenant)} and id = ${id} and attempt = ${attempt}`.execute(tenant.db);
}
