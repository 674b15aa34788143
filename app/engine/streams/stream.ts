import type { Cursor, Page, Result } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Engine } from '../../base/worker-context.ts';
import type { CallContext, Connection } from '../../shared/connections/calls/session.ts';
import type { OurReference } from '../comparisons/unknown-references.ts';
import type { PageRead, StoredCounts } from './pages/page.ts';

/** How a stream of a connection is read, and what stores its records. */
export type StreamDefinition = {
  read: (
    engine: Engine,
    connection: Connection,
    call: CallContext,
    /** `movedBack`: what it gave since is read once more. */
    place: { cursor: Cursor | null; since: Date; timezone: string; readAt: Date; movedBack: boolean },
  ) => Promise<Result<PageRead>>;
};

/** What a stream's records become here. */
export type Keeping<T> = {
  /** `page`: all records that were read with these, where they are stored apart. */
  store: (tenant: Tenant, records: T[], page: T[]) => Promise<StoredCounts>;
  /** Under which reference of ours the other side has it. */
  reference?: (record: T) => OurReference;
  /** Called with the records before the transaction that stores them. */
  prepare?: (records: T[]) => void;
  /** What the other side calls it; its `remoteId` unless said. A queue is acknowledged by it. */
  idOf?: (record: T) => string;
  /** Which records of a page may be stored while those of the page before it are. Null: none. */
  apartFrom?: (before: T[], records: T[]) => T[] | null;
  /** Ends what the other side has no more. */
  remove?: (tenant: Tenant, remoteIds: string[]) => Promise<void>;
};

/** A page as the engine stores it. A pass through a queue begins at its head again. */
export function pageOf<T>(
  result: Result<Page<T>>,
  { store, prepare, remove, reference, idOf, apartFrom }: Keeping<T>,
  mode: 'cursor' | 'queue' = 'cursor',
): Result<PageRead> {
  if (!result.ok) return result;
  const { records, unreadable, readable = [], gone, next, more, total, again } = result.value;
  prepare?.(records);
  const idsOf = (some: T[]) => some.flatMap((record) => idOf?.(record) ?? remoteIdOf(record));
  const page: PageRead = {
    count: records.length + unreadable.length,
    ...{ unreadable, more, records },
    next: mode === 'queue' && !more && !again ? null : next,
    readIds: [...idsOf(records), ...readable],
    acknowledges: mode === 'queue',
    ...(reference && { references: records.map(reference) }),
    ...(total === undefined ? {} : { total }),
    ...(again === undefined ? {} : { again }),
    store: (tenant, some) => store(tenant, some as T[], records),
    ...(remove && gone.length > 0 ? { finish: (tenant: Tenant) => remove(tenant, gone) } : {}),
  };
  if (!apartFrom || mode === 'queue') return { ok: true, value: page };
  const beside = (before: PageRead) => {
    const some = apartFrom(before.records as T[], records);
    return some && { records: some, readIds: idsOf(some) };
  };
  return { ok: true, value: { ...page, beside } };
}

const remoteIdOf = (record: unknown) =>
  typeof record === 'object' && record !== null && 'remoteId' in record ? String(record.remoteId) : [];
