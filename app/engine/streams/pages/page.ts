import type { Cursor, Unreadable } from '../../../../connectors/contract.ts';
import { storeByHalves } from '../../../../platform/by-halves.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { because } from '../../../base/reasons.ts';
import { isOfRecords } from '../../../nouns/order-flow/intake/of-records.ts';
import type { OurReference } from '../../comparisons/unknown-references.ts';

/** How many records of a page changed something, for the run's counts. */
export type StoredCounts = { done: number; skipped: number };
/** A page that was read. `store` stores all or some of its records, at least one, inside a transaction. */
export type PageRead = {
  count: number;
  unreadable: Unreadable[];
  /** Remote ids that could be read; an earlier payload of theirs may have been unreadable. */
  readIds: string[];
  next: Cursor | null;
  more: boolean;
  total?: number;
  records: unknown[];
  /** Under which references the other side has what is in it, where those are ours. */
  references?: OurReference[];
  store: (tenant: Tenant, records: unknown[]) => Promise<StoredCounts>;
  /** Called once all records of the page are stored. */
  finish?: (tenant: Tenant) => Promise<void>;
  /** Of a queue: what was stored, readable or not, is acknowledged. */
  acknowledges: boolean;
  /** Not drained, but still being made there: read on then. */
  again?: Date;
  /** The webhooks that it handles, unless all that came before it was read. */
  deliveries?: number[];
  /** What of this page may be stored while the page before it is. Null: nothing. */
  beside?: (before: PageRead) => Pick<PageRead, 'records' | 'readIds'> | null;
};

/** What became of the records of a page. */
export type Stored = { applied: StoredCounts; unreadable: Unreadable[] };

/**
 * Stores the records of a page together. If the database refuses one of them, stores the page by halves until that record is
 * alone: it is kept as unreadable, and the others are stored.
 * @throws what is not the records' fault: a lost connection, a deadlock.
 */
export async function storeRecords(tenant: Tenant, { records, store }: Pick<PageRead, 'records' | 'store'>): Promise<Stored> {
  const { done, refused } = await storeByHalves(tenant, records, { store, isOfRecords });
  const sum = (of: keyof StoredCounts) => done.reduce((total, each) => total + each[of], 0);
  return {
    applied: { done: sum('done'), skipped: sum('skipped') },
    unreadable: refused.map(({ record, error }) => setAside(record, error)),
  };
}

function setAside(record: unknown, { message }: Error): Unreadable {
  const { remoteId, sku, raw } = (record ?? {}) as { remoteId?: string; sku?: string; raw?: unknown };
  return {
    remoteId: remoteId ?? sku ?? null,
    reason: because({ code: 'reading.not_stored', error: message.slice(0, 300) }),
    raw: raw ?? record,
  };
}

/** For a column of it. */
export const cursorJson = (cursor: Cursor | null) => (cursor === null ? null : JSON.stringify(cursor));
