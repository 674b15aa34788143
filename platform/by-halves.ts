import { sql } from 'kysely';
import type { Tenant } from './tenant.ts';

type Work<T, Done> = {
  store: (tenant: Tenant, records: T[]) => Promise<Done>;
  /** Whether the records are at fault, so that the same ones would fail again. */
  isOfRecords: (error: unknown) => error is Error;
};
type Stored<T, Done> = { done: Done[]; refused: { record: T; error: Error }[] };

/**
 * Stores records together, in a savepoint. If one of them cannot be, stores them by halves until that one is alone,
 * and the others are stored.
 * @throws what is not the records' fault: a lost connection, a deadlock
 */
export async function storeByHalves<T, Done>(tenant: Tenant, records: T[], work: Work<T, Done>): Promise<Stored<T, Done>> {
  const [one] = records;
  // Most reads find nothing new.
  if (one === undefined) return { done: [], refused: [] };
  await sql`savepoint storing`.execute(tenant.db);
  try {
    const done = await work.store(tenant, records);
    await sql`release savepoint storing`.execute(tenant.db);
    return { done: [done], refused: [] };
  } catch (error) {
    if (!work.isOfRecords(error)) throw error;
    await sql`rollback to savepoint storing`.execute(tenant.db);
    if (records.length === 1) return { done: [], refused: [{ record: one, error }] };
    const half = Math.ceil(records.length / 2);
    const first = await storeByHalves(tenant, records.slice(0, half), work);
    const second = await storeByHalves(tenant, records.slice(half), work);
    return { done: [...first.done, ...second.done], refused: [...first.refused, ...second.refused] };
  }
}

/** SQLSTATE classes 21 (cardinality), 22 (data) and 23 (constraints): the same records would fail again. */
export const isOfData = (error: unknown): error is Error => error instanceof Error && 'code' in error && /^2[123]/.test(String(error.code));
