import { z } from 'zod';
import type { Cursor, Listing, Page, Result } from '../../contract.ts';
import { jsonLines } from '../../http/lines.ts';
import { type Translated, translateAll } from '../../http/records.ts';
import type { Opened } from '../settings.ts';

/**
 * Many products are read by a bulk operation: Shopify makes a file of all, which is downloaded a piece at a time. `rows`: so many of it are
 * read. Null stands for a catalogue that is read in pages: a small one, or one that Shopify made no file of.
 */
export type BulkPlace = { operation: string; begun: Date; since: Date; rows: number };

const moment = z.string().transform((text) => new Date(text));
const placeIn = z.object({ operation: z.string(), begun: moment, since: moment, rows: z.int().min(0) });
export const bulkPlaceIn = (cursor: Cursor | null): BulkPlace | undefined => placeIn.safeParse(cursor).data;
const asCursor = ({ begun, since, ...place }: BulkPlace): Cursor => ({
  ...place,
  ...{ begun: begun.toISOString(), since: since.toISOString() },
});

/** Of fifty variants a page: more would take longer than a file, and most of the allowance. */
const mostInPages = 2_000;
const pauseMs = 10_000;
/** Shopify lets an operation run for ten days; nobody waits that long for products, nor for a file that cannot be downloaded. */
const longestMs = 6 * 60 * 60_000;
const rowsAtOnce = 10_000;

type Read = Result<Page<Listing> | null>;
type Ended = { url?: string | null | undefined; objectCount: number; createdAt: Date };

const later = (place: BulkPlace, now: Date): Read => ({
  ...{
    ok: true,
    value: { records: [], unreadable: [], gone: [], next: asCursor(place), more: false, again: new Date(now.getTime() + pauseMs) },
  },
});

export async function beginBulk({ client, now }: Opened, since: Date): Promise<Read> {
  const from = `${since.toISOString().slice(0, 19)}Z`;
  const count = await client.countVariants(`updated_at:>='${from}'`, mostInPages + 1);
  if (!count.ok) return count;
  if (count.value.count <= mostInPages) return { ok: true, value: null };
  const run = await client.runBulk(from);
  if (!run.ok) return run;
  const operation = run.value.bulkOperation?.id;
  // It runs as many at once as it likes, and refuses the others.
  if (operation === undefined) return { ok: true, value: null };
  return later({ operation, begun: now(), since, rows: 0 }, now());
}

/** `after`: where the stream goes on once all is read, by when Shopify began. */
export async function readBulk(
  { client, now }: Opened,
  place: BulkPlace,
  translate: (raw: unknown) => Translated<Listing>,
  after: (since: Date) => Cursor,
): Promise<Read> {
  const found = await client.bulkOperation(place.operation);
  if (!found.ok) return found;
  const operation = found.value;
  if (operation === null) return { ok: true, value: null };
  const { status, url } = operation;
  const isLate = now().getTime() - place.begun.getTime() > longestMs;
  if (status === 'CREATED' || status === 'RUNNING') return isLate ? { ok: true, value: null } : later(place, now());
  if (status !== 'COMPLETED' || !url) return { ok: true, value: null };
  const read = await client.lines(url, (lines) => rowsFrom(lines, place.rows));
  if (!read.ok) return read.failure.kind === 'retry' && !isLate ? read : { ok: true, value: null };
  return { ok: true, value: pageOf(read.value, { place, operation, translate, after }) };
}

type Rows = { raws: unknown[]; rows: number; more: boolean };

async function rowsFrom(lines: AsyncIterable<string>, from: number): Promise<Rows> {
  const raws: unknown[] = [];
  let rows = 0;
  /** Those before have been read: each piece of a long file would otherwise take longer than the one before. */
  async function* rest() {
    for await (const line of lines) {
      if (line.trim() === '') continue;
      rows += 1;
      if (rows > from) yield line;
    }
  }
  for await (const line of jsonLines(rest())) {
    if (raws.length === rowsAtOnce) return { raws, rows: from + rowsAtOnce, more: true };
    raws.push('record' in line ? line.record : line.broken);
  }
  return { raws, rows, more: false };
}

type Reading = {
  place: BulkPlace;
  operation: Ended;
  translate: (raw: unknown) => Translated<Listing>;
  after: (since: Date) => Cursor;
};

/** A file that is shorter than Shopify says is left, and its products are read in pages. */
function pageOf({ raws, rows, more }: Rows, { place, operation, translate, after }: Reading): Page<Listing> | null {
  if (!more && rows < operation.objectCount) return null;
  const next = more ? asCursor({ ...place, rows }) : after(operation.createdAt);
  return { ...translateAll(raws.map(asInPages), translate), next, more };
}

/** As the pages have it: they name the pictures of each variant, too. */
const asInPages = (raw: unknown) => (typeof raw === 'object' && raw !== null ? { ...raw, media: { nodes: [] } } : raw);
