import { z } from 'zod';
import type { Cursor, Listing, Listings, Page, Result } from '../contract.ts';
import { tabSeparated } from '../http/lines.ts';
import { cellOf } from '../http/listing-reports.ts';
import { type Translated, translateAll, webAddress } from '../http/records.ts';
import type { AmazonClient } from './client.ts';
import type { Marketplace } from './marketplaces.ts';
import { because } from './reasons.ts';

/**
 * A report of each marketplace, one after the other: it is ordered, made there within minutes, and downloaded a piece at a time. `line`: so
 * many of its rows are read. `of`: the marketplaces that were chosen; others begin anew.
 */
type Place = { at: number; report: string | null; document: string | null; line: number; ended: Date | null; of: string };
const begun = (of: string): Place => ({ at: 0, report: null, document: null, line: 0, ended: null, of });

const placeIn = z.object({
  ...{ at: z.number().int(), report: z.string().nullable(), document: z.string().nullable(), line: z.number().int() },
  of: z.string(),
  ended: z
    .string()
    .transform((text) => new Date(text))
    .nullable(),
});

/** Amazon makes one report of a kind every few minutes, and thinks of it as one that is read some times a day. */
const restMs = 3_600_000;
const pauseMs = 60_000;
const rowsAtOnce = 10_000;

type Reading = { client: AmazonClient; chosen: readonly string[]; marketplaces: () => Promise<Result<Marketplace[]>>; now: () => Date };

export function listingsOf(reading: Reading): Listings {
  return {
    stream: {
      mode: 'cursor',
      async read(cursor) {
        const { now, chosen } = reading;
        const kept = placeIn.safeParse(cursor).data;
        const first = begun(chosen.join(','));
        const place = kept?.of === first.of ? kept : first;
        if (place.ended && now().getTime() - place.ended.getTime() < restMs) return { ok: true, value: nothing(place) };
        const found = await reading.marketplaces();
        if (!found.ok) return found;
        const marketplace = found.value[place.ended ? 0 : place.at];
        if (!marketplace) return { ok: true, value: { ...nothing({ ...first, ended: now() }), whole: 'breaks' } };
        return readFrom(reading, place.ended ? first : place, marketplace, found.value.length);
      },
    },
  };
}

const asCursor = ({ ended, ...place }: Place): Cursor => ({ ...place, ended: ended?.toISOString() ?? null });
const nothing = (place: Place): Page<Listing> => ({
  ...{ records: [], unreadable: [], gone: [], next: asCursor(place), more: false },
});

async function readFrom(
  { client, now }: Reading,
  place: Place,
  { id, country }: Marketplace,
  count: number,
): Promise<Result<Page<Listing>>> {
  const later = (next: Place) => ({ ok: true, value: { ...nothing(next), again: new Date(now().getTime() + pauseMs) } }) as const;
  const first = begun(place.of);
  const after = place.at + 1 < count ? { ...first, at: place.at + 1 } : { ...first, ended: now() };
  if (place.document !== null) {
    const rows = await readRows(client, place, { id: place.document, charset: charsetOf(country), isOnly: count === 1, after });
    return rows.ok || rows.failure.kind !== 'not_found' ? rows : later({ ...place, report: null, document: null, line: 0 });
  }
  if (place.report === null) {
    const created = await client.createReport(id);
    if (!created.ok) return created;
    const ordered = later({ ...place, report: created.value.reportId });
    return place.at === 0 ? { ok: true, value: { ...ordered.value, whole: 'begins' } } : ordered;
  }
  const report = await client.getReport(place.report);
  // It is kept for some days: one that is gone is ordered anew.
  if (!report.ok) return report.failure.kind === 'not_found' ? later({ ...place, report: null }) : report;
  const { processingStatus, reportDocumentId } = report.value;
  if (processingStatus === 'IN_QUEUE' || processingStatus === 'IN_PROGRESS') return later(place);
  if (processingStatus === 'DONE' && reportDocumentId !== null)
    return { ok: true, value: { ...nothing({ ...place, document: reportDocumentId }), more: true } };
  // Cancelled by Amazon is a report that would have no rows.
  if (processingStatus === 'CANCELLED') return { ok: true, value: { ...nothing(after), more: after.ended === null, whole: 'breaks' } };
  const reason = because({ code: 'amazon.report_failed', status: processingStatus });
  const next = asCursor({ ...place, report: null });
  return { ok: false, failure: { kind: 'retry', at: new Date(now().getTime() + 15 * pauseMs), reason, maybeDone: false, next } };
}

/** When a reply does not say how its text is written. */
const charsetOf = (country: string) => ({ JP: 'shift_jis', CN: 'gb18030' })[country] ?? 'utf-8';

/** `isOnly`: of the one marketplace that is read; `after`: where to go on once it is read. */
type Document = { id: string; charset: string; isOnly: boolean; after: Place };

async function readRows(client: AmazonClient, place: Place, { id, charset, isOnly, after }: Document): Promise<Result<Page<Listing>>> {
  const document = await client.getReportDocument(id);
  if (!document.ok) return document;
  const read = await client.lines(document.value, charset, async (lines) => {
    const rows: Record<string, string>[] = [];
    let line = 0;
    for await (const row of tabSeparated(lines)) {
      if (line >= place.line + rowsAtOnce) return { rows, line, more: true };
      if (line >= place.line) rows.push(row);
      line += 1;
    }
    return { rows, line, more: false };
  });
  if (!read.ok) return read;
  const { rows, line, more } = read.value;
  const next = more ? { ...place, line } : after;
  return {
    ok: true,
    value: { ...translateAll(rows, (raw) => translateRow(raw, isOnly)), next: asCursor(next), more: more || after.ended === null },
  };
}

/** Who ships it stands in a column that each marketplace calls otherwise; its values are the same in all. */
const centre = /^(?:DEFAULT|AMAZON_[A-Z]{2,4})$/;

const asin = /^(?:B[0-9A-Z]{9}|\d{9}[0-9X])$/;

/**
 * The article that is sold. Each marketplace gives an offer of one SKU a `listing-id` of its own, and has its name in its language: by that
 * the SKU would be another article with each report. Some marketplaces say the article as the product's id alone.
 */
const asinIn = (row: Record<string, string>, productId: string): string | undefined =>
  [row.asin1, row['asin 1'], productId].map((cell) => cell?.trim() ?? '').find((cell) => asin.test(cell));

/**
 * A row of the report. Who ships it in one of several marketplaces says nothing of the others, and stock is told to one of them: it is
 * looked at there. Never throws.
 */
function translateRow(raw: unknown, isOnly: boolean): Translated<Listing> {
  const row = raw as Record<string, string>;
  const sku = cellOf(row, 'seller-sku')?.trim() ?? '';
  const offer = cellOf(row, 'listing-id')?.trim() || sku;
  if (sku === '') return { ok: false, unreadable: { remoteId: offer || null, reason: because({ code: 'amazon.no_columns' }), raw } };
  const productId = cellOf(row, 'product-id')?.trim() ?? '';
  const quantity = cellOf(row, 'quantity')?.trim() ?? '';
  const stockId = isOnly ? Object.values(row).find((cell) => centre.test(cell)) : undefined;
  return {
    ok: true,
    record: {
      ...{ remoteId: asinIn(row, productId) ?? offer, sku },
      ...{ name: cellOf(row, 'item-name')?.trim() || sku, upc: /^\d{12,14}$/.test(productId) ? productId : null },
      ...{ imageUrl: webAddress(cellOf(row, 'image-url') || null), url: null, raw },
      // Of what Amazon ships there is none.
      ...(/^\d{1,9}$/.test(quantity) && { quantity: Number(quantity) }),
      ...(stockId !== undefined && { stockId }),
    },
  };
}
