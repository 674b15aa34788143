import { setImmediate } from 'node:timers/promises';
import { cutText } from '../../../platform/sentences.ts';
import type { Reading } from '../../shared/imports/reading/encodings/guess.ts';
import type { Encoding } from '../../shared/imports/reading/encodings/list.ts';
import { watchEncoding } from '../../shared/imports/reading/encodings/watch.ts';
import { isOtherFileType } from '../../shared/imports/reading/file-type.ts';
import { headerKey } from '../../shared/imports/reading/headers.ts';
import { reportKeys } from '../../shared/imports/reading/report-names.ts';
import { UnreadableTable } from '../../shared/imports/reading/rows.ts';
import { describeTable, readRows, type TableFormat } from '../../shared/imports/reading/table.ts';
import { importTexts } from '../../shared/imports/texts.ts';
import { safeAddress } from '../../ui/words/safe-address.ts';
import { listingTexts } from '../links/listings/listing-contract.ts';

/** A product as a file of a channel has it. */
export type FiledListing = Record<'remoteId' | 'name' | 'upc' | 'location' | 'stockId' | 'url', string | null> & {
  sku: string;
  quantity: number | null;
};

/** What each column is called, by `headerKey`. */
const names = {
  sku: ['sku', ...reportKeys['seller-sku'], 'connectorproductsku', 'productsku', 'itemnumber'],
  remoteId: [...reportKeys['product-id'], 'connectorproductid', 'id', ...reportKeys['listing-id'], 'itemid'],
  name: ['title', 'name', ...reportKeys['item-name'], 'productname'],
  upc: ['upc', 'ean', 'gtin', 'barcode'],
  quantity: [...reportKeys.quantity, 'qty', 'quantityavailable', 'stock'],
  location: ['warehouse', 'warehouselocation', 'location', 'connectorproductlocation'],
  stockId: ['stockid'],
  url: ['sourcelink', 'link', 'url'],
} as const;

const columns = new Set<string>(Object.values(names).flat());
const columnNames = Object.keys(names) as (keyof typeof names)[];

export type ReadListings = { listings: FiledListing[]; left: number };
/** 211: it is another type of file; 212: there is no table in it with a column of SKUs, or it can be read in several ways. */
export type RefusedListings = { refused: 211 | 212; message: string; readings?: Reading[] };

/** More rows than this are no file that is read while somebody waits. */
const mostRows = 100_000;
/** So many characters have room in what a channel's products are found by. */
const longest = 500;
const longestUrl = 2_000;

/**
 * Reads the products of a channel's file, each SKU once, the last one counts; without a SKU there is no product. Without the encoding that
 * a person chose, a file that can be read in several ways is refused.
 */
export async function readListings(file: Buffer, chosen?: Encoding): Promise<ReadListings | RefusedListings> {
  if (isOtherFileType(file)) return { refused: 211, message: importTexts.wrongType };
  try {
    const format = await describe(file, chosen);
    if (format?.isUnsure) return { refused: 212, message: listingTexts.unsure, readings: format.readings ?? [] };
    const at = (name: keyof typeof names) =>
      format?.headers.findIndex((header) => (names[name] as readonly string[]).includes(headerKey(header))) ?? -1;
    const place = Object.fromEntries(columnNames.map((name) => [name, at(name)])) as Record<keyof typeof names, number>;
    if (!format || place.sku < 0) return { refused: 212, message: importTexts.wrongFormat };
    return await listingsIn(file, format, place);
  } catch (error) {
    if (error instanceof UnreadableTable) return { refused: 212, message: `${importTexts.wrongFormat} ${error.message}` };
    throw error;
  }
}

type Places = Record<keyof typeof names, number>;

/** @throws UnreadableTable where there are too many rows */
async function listingsIn(file: Buffer, format: TableFormat, place: Places): Promise<ReadListings> {
  const bySku = new Map<string, FiledListing>();
  let [read, left] = [0, 0];
  for await (const rows of readRows(partsOf(file), format)) {
    read += rows.length;
    if (read > mostRows) throw new UnreadableTable({ code: 'too_many_rows', most: mostRows });
    for (const { cells, problem } of rows) {
      if (cells.every((each) => each.trim() === '')) continue;
      const listing = problem ? null : listingIn(cells, place);
      if (listing) bySku.set(listing.sku, listing);
      else left += 1;
    }
  }
  return { listings: [...bySku.values()], left };
}

/** Null without a SKU, and where something is too long to be found by. */
function listingIn(cells: readonly string[], place: Places): FiledListing | null {
  const cell = (column: keyof typeof names) => cells[place[column]]?.replaceAll('\u0000', '').trim() || null;
  const [sku, name, url] = [cell('sku'), cell('name'), cell('url')];
  const [remoteId, upc, location, stockId] = [cell('remoteId'), cell('upc'), cell('location'), cell('stockId')];
  if (!sku || [sku, remoteId, upc, location, stockId].some((each) => each !== null && each.length > longest)) return null;
  return {
    ...{ sku, remoteId, upc, location, stockId, quantity: whole(cell('quantity')) },
    name: name && cutText(name, longest),
    url: url && url.length <= longestUrl ? safeAddress(url) : null,
  };
}

async function describe(file: Buffer, chosen: Encoding | undefined): Promise<TableFormat | null> {
  const watch = watchEncoding();
  for await (const part of partsOf(file)) watch.add(part);
  return describeTable({ bytes: file, isCut: false }, watch.end(), { columns, encoding: chosen });
}

const whole = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

const partBytes = 65_536;

/** A file part by part, between which others are served. */
async function* partsOf(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += partBytes) {
    yield file.subarray(at, at + partBytes);
    await setImmediate();
  }
}
