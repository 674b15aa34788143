import { z } from 'zod';
import type { Cursor, Failure, Page, Result } from '../../contract.ts';
import type { Opened } from '../settings.ts';
import { type Piece, type Row, rowsFrom } from './file.ts';

/**
 * Many records are read by a bulk operation: Shopify makes a file of all, which is downloaded a piece at a time. `bytes`: so many of it are
 * read. `failing`: since then the file cannot be downloaded. Null stands for what is read in pages: few records, or those that Shopify made
 * no file of.
 */
export type BulkPlace = { operation: string; begun: Date; since: Date; bytes: number; failing?: Date | undefined };

/** What is read so, and what a piece of its file becomes. */
export type Kind<T> = {
  count: (query: string, most: number) => Promise<Result<{ count: number }>>;
  /** With SINCE in the place of the moment. `groups`: parts follow the record that they are of. */
  query: string;
  groups: boolean;
  /** More in pages would take longer than a file, and most of the allowance. */
  mostInPages: number;
  /** The next records of the file; null where it is none of these. */
  piece: (rows: AsyncIterable<Row>) => Promise<Piece | null>;
  /** `taken`: so many of the records; what is left is read with the next page. */
  page: (piece: Piece['records']) => Promise<Result<Pick<Page<T>, 'records' | 'unreadable'> & { taken: number }>>;
  /** Where the stream goes on once all is read, by when Shopify began. */
  after: (began: Date) => Cursor;
};

const moment = z.string().transform((text) => new Date(text));
const placeIn = z.object({ operation: z.string(), begun: moment, since: moment, bytes: z.int().min(0), failing: moment.optional() });
export const bulkPlaceIn = (cursor: Cursor | null): BulkPlace | undefined => placeIn.safeParse(cursor).data;
const asCursor = ({ operation, begun, since, bytes, failing }: BulkPlace): Cursor => ({
  ...{ operation, bytes, begun: begun.toISOString(), since: since.toISOString() },
  ...(failing && { failing: failing.toISOString() }),
});

const pauseMs = 10_000;
/** Shopify lets an operation run for ten days; nobody waits that long. */
const longestMs = 6 * 60 * 60_000;
/** A network may let nothing through to where Shopify keeps its files, and pages all the same: orders do not wait for that. */
const longestFailingMs = 15 * 60_000;
/** A file beyond this is no shop's. */
const mostBytes = 8 * 1024 ** 3;

type Read<T> = Result<Page<T> | null>;

const nothing = { records: [], unreadable: [], gone: [] };
const later = (place: BulkPlace, now: Date): Read<never> => ({
  ...{ ok: true, value: { ...nothing, next: asCursor(place), more: false, again: new Date(now.getTime() + pauseMs) } },
});

export async function beginBulk<T>({ client, now }: Opened, kind: Kind<T>, since: Date): Promise<Read<T>> {
  const from = `${since.toISOString().slice(0, 19)}Z`;
  const count = await kind.count(`updated_at:>='${from}'`, kind.mostInPages + 1);
  if (!count.ok) return count;
  if (count.value.count <= kind.mostInPages) return { ok: true, value: null };
  const run = await client.runBulk(kind.query.replace('SINCE', from), kind.groups);
  if (!run.ok) return run;
  const operation = run.value.bulkOperation?.id;
  // It runs as many at once as it likes, and refuses the others.
  if (operation === undefined) return { ok: true, value: null };
  return later({ operation, begun: now(), since, bytes: 0 }, now());
}

export async function readBulk<T>({ client, now }: Opened, kind: Kind<T>, place: BulkPlace): Promise<Read<T>> {
  const found = await client.bulkOperation(place.operation);
  if (!found.ok) return found;
  const operation = found.value;
  if (operation === null) return { ok: true, value: null };
  const { status, url, fileSize } = operation;
  const isLate = now().getTime() - place.begun.getTime() > longestMs;
  if (status === 'CREATED' || status === 'RUNNING') return isLate ? { ok: true, value: null } : later(place, now());
  // Without its size nobody knows whether all of it came.
  const isWhole = fileSize > 0 && fileSize <= mostBytes;
  if (status !== 'COMPLETED' || !url || !isWhole) return { ok: true, value: null };
  const read = await client.lines(url, place.bytes, (lines, isRest) => kind.piece(rowsFrom(lines, place.bytes, isRest)));
  if (!read.ok) return missed(read.failure, place, now());
  const piece = read.value;
  // A file that is shorter than Shopify says is left.
  if (piece === null || (!piece.more && piece.end < fileSize)) return { ok: true, value: null };
  const page = await kind.page(piece.records);
  if (!page.ok) return page;
  const { taken, ...records } = page.value;
  const more = piece.more || taken < piece.records.length;
  const bytes = taken < piece.records.length ? (piece.records[taken - 1]?.end ?? place.bytes) : piece.end;
  const next = more ? asCursor({ ...place, bytes, failing: undefined }) : kind.after(operation.createdAt);
  return { ok: true, value: { ...records, gone: [], next, more } };
}

/** A file that cannot be downloaded is asked for again, for a while. */
function missed(failure: Failure, place: BulkPlace, now: Date): Read<never> {
  const failing = place.failing ?? now;
  if (failure.kind !== 'retry' || now.getTime() - failing.getTime() > longestFailingMs) return { ok: true, value: null };
  return { ok: false, failure: { ...failure, next: asCursor({ ...place, failing }) } };
}
