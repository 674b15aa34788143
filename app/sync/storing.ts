import { sql } from 'kysely';
import type { Unreadable } from '../../connectors/contract.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { IllegalTransition } from '../orders/settle.ts';
import type { PageRead, StoredCounts } from './streams.ts';

type Stored = { applied: StoredCounts; unreadable: Unreadable[] };

/**
 * Stores the records of a page together. When one of them is such that the database cannot hold it, the page is halved
 * until that one stands alone: it is set aside as unreadable, and its neighbours are stored.
 * @throws what is not the records' fault: a lost connection, a deadlock.
 */
export async function storeRecords(tenant: Tenant, { records, store }: Pick<PageRead, 'records' | 'store'>): Promise<Stored> {
  await sql`savepoint storing`.execute(tenant.db);
  try {
    const applied = await store(tenant, records);
    await sql`release savepoint storing`.execute(tenant.db);
    return { applied, unreadable: [] };
  } catch (error) {
    if (!isOfRecords(error)) throw error;
    await sql`rollback to savepoint storing`.execute(tenant.db);
    const [only, ...others] = records;
    if (others.length === 0) return { applied: { done: 0, skipped: 0 }, unreadable: [setAside(only, error)] };
    const half = Math.ceil(records.length / 2);
    const first = await storeRecords(tenant, { records: records.slice(0, half), store });
    const second = await storeRecords(tenant, { records: records.slice(half), store });
    return {
      applied: { done: first.applied.done + second.applied.done, skipped: first.applied.skipped + second.applied.skipped },
      unreadable: [...first.unreadable, ...second.unreadable],
    };
  }
}

/** SQLSTATE classes 21 (cardinality), 22 (data) and 23 (constraints): the same records would fail the same way again. */
function isOfRecords(error: unknown): error is Error {
  if (error instanceof IllegalTransition) return true;
  return error instanceof Error && 'code' in error && /^2[123]/.test(String(error.code));
}

function setAside(record: unknown, { message }: Error): Unreadable {
  const { remoteId, sku, raw } = (record ?? {}) as { remoteId?: string; sku?: string; raw?: unknown };
  return { remoteId: remoteId ?? sku ?? null, reason: `it cannot be stored: ${message}.`, raw: raw ?? record };
}
