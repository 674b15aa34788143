import type { Listing } from '../../../connectors/contract.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { storeListings } from '../../connector-products/store.ts';
import type { ImportJob } from '../entity.ts';
import { followImport } from '../links/follow.ts';
import { headerKey } from '../reading/headers.ts';
import type { Row } from '../reading/rows.ts';
import { readRows, type TableFormat } from '../reading/table.ts';
import type { ReceivedTable } from '../receive.ts';
import type { MappingColumn } from './contract.ts';
import { type Alias, linkSome } from './link-aliases.ts';
import { addReport, finishReport } from './report.ts';

/** `left`: rows without a value in the mapping column. `orders`: how many follow the new links. */
export type StoredAliases = { importId: number; listings: number; linked: number; left: number; orders: number; sentence: string };
type Connection = Columns<'connections', 'id' | 'name'>;

/** Rows that are stored together, as a chunk of the import. */
const atOnce = 1_000;

/**
 * Stores the listings of a report as products of a channel, under what its order lines name, and links each that has no link yet to
 * the product whose SKU is the report's seller-sku. Columns are found by their names; rows may be shorter than the headers. What it
 * linked is kept as an import of links that was applied, to be looked at and undone as those are.
 */
export async function storeAliases(
  tenant: Tenant,
  connection: Connection,
  report: { table: ReceivedTable; content: AsyncIterable<Buffer> },
  by: MappingColumn,
): Promise<StoredAliases> {
  const { format } = report.table;
  const at = positions(format);
  const job = await addReport(tenant, connection.id, report.table, placesOf(at, by));
  const total = { listings: 0, linked: 0, unchanged: 0, wrong: 0, left: 0 };
  let chunk = 0;
  for await (const rows of chunksOf(report.content, format)) {
    const stored = await storeSome(tenant, { ...job, chunk }, rows, at, by);
    for (const key of ['listings', 'linked', 'unchanged', 'wrong', 'left'] as const) total[key] += stored[key];
    chunk += 1;
  }
  const orders = (await followImport(tenant, job)).length;
  const sentence = await finishReport(tenant, job, { ...total, orders });
  const { unchanged: _, wrong: _wrong, ...told } = total;
  await writeAudit(tenant, { verb: 'imported', noun: 'listings', record: connection, to: told });
  for (const topic of ['issues', 'products'] as const) notify(tenant, topic);
  return { ...told, importId: job.importId, orders, sentence };
}

/** The rows that say something. */
async function* chunksOf(content: AsyncIterable<Buffer>, format: TableFormat): AsyncGenerator<Row[]> {
  const waiting: Row[] = [];
  for await (const rows of readRows(content, format)) {
    waiting.push(...rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')));
    while (waiting.length >= atOnce) yield waiting.splice(0, atOnce);
  }
  if (waiting.length > 0) yield waiting;
}

type At = (header: string) => number | undefined;

function positions({ headers }: TableFormat): At {
  const known = new Map(headers.map((header, place) => [headerKey(header), place]));
  return (header) => known.get(headerKey(header));
}

/** Where a report has what is read of it; the first two are the columns of a file of links. */
function placesOf(at: At, by: MappingColumn): Record<string, number> {
  const places = {
    channel_sku: at(by),
    product_sku: at('seller-sku'),
    ...Object.fromEntries(described.map((header) => [header, at(header)])),
  };
  return Object.fromEntries(Object.entries(places).flatMap(([name, place]) => (place === undefined ? [] : [[name, place]])));
}

/** What else a report says of a listing. */
const described = ['item-name', 'listing-id', 'product-id', 'image-url'];

async function storeSome(tenant: Tenant, job: ImportJob & { chunk: number }, rows: Row[], at: At, by: MappingColumn) {
  const read = rows.map(({ number, cells }) => {
    const cell = (header: string) => (cells[at(header) ?? -1] ?? '').replaceAll('\u0000', '').trim();
    return { number, cell };
  });
  const named = read.filter(({ cell }) => cell(by) !== '');
  await storeListings(
    tenant,
    job.connectionId ?? 0,
    named.map(({ cell }) => listingOf(cell, by)),
  );
  const aliases = read.map(({ number, cell }): Alias => ({ number, listing: cell(by), means: cell('seller-sku') }));
  const linked = await linkSome(tenant, job, aliases, by);
  return { ...linked, listings: named.length, left: read.length - named.length };
}

function listingOf(cell: (header: string) => string, by: MappingColumn): Listing {
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
