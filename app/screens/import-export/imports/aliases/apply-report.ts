import type { Listing } from '../../../../../connectors/contract.ts';
import type { ReportColumn } from '../../../../../connectors/http/listing-reports.ts';
import { type Actor, inTenant, type Tenant } from '../../../../../platform/tenant.ts';
import type { Engine } from '../../../../base/worker-context.ts';
import { followImport } from '../../../../nouns/links/import/follow.ts';
import { recordListings } from '../../../../nouns/links/import/undo-listings.ts';
import { storeReport } from '../../../../nouns/links/listings/store.ts';
import type { ImportJob } from '../../../../shared/imports/entity.ts';
import { keepToIndexes } from '../../../../shared/imports/keep-to-indexes.ts';
import { placesInReport } from '../../../../shared/imports/reading/report-names.ts';
import { UnreadableTable } from '../../../../shared/imports/reading/rows.ts';
import { readRows, type TableFormat } from '../../../../shared/imports/reading/table.ts';
import { reportProgress } from '../../../../shared/runs/working/progress.ts';
import { mostRows } from '../checking/check.ts';
import { contentOf } from '../files/content.ts';
import { roomLeft } from '../files/room.ts';
import { type ImportRow, jobOf } from '../running/import-row.ts';
import { requireToGoOn } from '../running/phase.ts';
import type { MappingColumn } from './contract.ts';
import { finishReport, type ReportCounts } from './finish-report.ts';
import { type Alias, judgeSome } from './judge-rows.ts';
import { linkRows } from './link-rows.ts';

/** Rows that are stored together, as a chunk of the import. */
const atOnce = 1_000;

export type ReportRow = ImportRow & { listing_report_by: MappingColumn };
type Means = Pick<Engine, 'database' | 'files'>;

/**
 * Stores the listings of a report as products of a channel, under what its order lines name, and links each that has no link yet to
 * the product whose SKU is the report's seller-sku: all in one transaction, so that whatever interrupts it, nothing of it has happened.
 * What it linked is kept as of every other import of links, to be looked at and undone.
 */
export async function applyReport({ database, files }: Means, actor: Actor, row: ReportRow, stop: AbortSignal): Promise<void> {
  const { job } = jobOf(row);
  const progress = reportProgress(database, actor, row.run_id ?? 0);
  try {
    await inTenant(database, actor, async (tenant) => {
      progress.restart();
      await keepToIndexes(tenant);
      const counts: ReportCounts = { listings: 0, linked: 0, unchanged: 0, wrong: 0, left: 0 };
      let [chunk, rowsRead, room] = [0, 0, await roomLeft(tenant)];
      for await (const rows of chunksOf(await contentOf(tenant, files, row), row.format)) {
        if (rowsRead + rows.length > mostRows) throw new UnreadableTable({ code: 'too_many_rows', most: mostRows });
        const stored = await storeSome(tenant, { ...job, chunk }, rows, row.listing_report_by);
        room -= stored.bytes;
        if (room < 0) throw new UnreadableTable({ code: 'no_room' });
        for (const key of ['listings', 'wrong', 'left'] as const) counts[key] += stored[key];
        rowsRead += rows.length;
        chunk += 1;
        await requireToGoOn(database, actor, row, stop);
        progress.add(rows.length);
      }
      const { linked, wrong } = await linkRows(tenant, job, chunk);
      Object.assign(counts, { linked, wrong: counts.wrong + wrong, unchanged: rowsRead - counts.wrong - wrong - linked });
      const followed = await followImport(tenant, job);
      await progress.end();
      await finishReport(tenant, row, counts, followed);
    });
  } finally {
    await progress.settled();
  }
}

/** A row by the columns that are read of it: of a million other cells nothing is kept. */
type ReportLine = { number: number; cell: (column: ReportColumn) => string };

/** The rows that say something. */
async function* chunksOf(content: AsyncIterable<Buffer>, format: TableFormat): AsyncGenerator<ReportLine[]> {
  const places = [...placesInReport(format.headers)];
  const waiting: ReportLine[] = [];
  for await (const rows of readRows(content, format)) {
    for (const { number, cells } of rows) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      const texts = new Map(places.map(([column, at]) => [column, (cells[at] ?? '').replaceAll('\u0000', '').trim()]));
      waiting.push({ number, cell: (column) => texts.get(column) ?? '' });
    }
    while (waiting.length >= atOnce) yield waiting.splice(0, atOnce);
  }
  if (waiting.length > 0) yield waiting;
}

async function storeSome(
  tenant: Tenant,
  job: ImportJob & { chunk: number },
  read: ReportLine[],
  by: MappingColumn,
): Promise<Pick<ReportCounts, 'listings' | 'wrong' | 'left'> & { bytes: number }> {
  const named = read.filter(({ cell }) => cell(by) !== '');
  const stored = await storeReport(
    tenant,
    job.connectionId ?? 0,
    named.map(({ cell }) => listingOf(cell, by)),
    by !== 'seller-sku',
  );
  // Before its links, so that an undo takes these back first.
  await recordListings(tenant, job.group, stored);
  const aliases = read.map(({ number, cell }): Alias => ({ number, listing: cell(by), means: cell('seller-sku') }));
  const judged = await judgeSome(tenant, job, aliases, by);
  return { ...judged, listings: named.length, left: read.length - named.length };
}

function listingOf(cell: (column: ReportColumn) => string, by: MappingColumn): Listing {
  const code = cell('product-id');
  return {
    sku: cell(by),
    remoteId: cell('listing-id') || code || cell(by),
    name: cell('item-name') || cell(by),
    // An ASIN is no barcode.
    upc: /^(?:\d{8}|\d{12,14})$/.test(code) ? code : null,
    imageUrl: /^https?:\/\//.test(cell('image-url')) ? cell('image-url') : null,
    url: null,
    raw: null,
  };
}
