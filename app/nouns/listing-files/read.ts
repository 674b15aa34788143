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
    const bySku = new Map<string, FiledListing>();
    let left = 0;
    for await (const rows of readRows(once(file), format)) {
      for (const { cells, problem } of rows) {
        const cell = (column: keyof typeof names) => cells[place[column]]?.trim() || null;
        const sku = cell('sku');
        if (cells.every((each) => each.trim() === '')) continue;
        if (!sku || problem || sku.length > 500) left += 1;
        else
          bySku.set(sku, {
            ...{ sku, remoteId: cell('remoteId'), name: cell('name'), upc: cell('upc'), quantity: whole(cell('quantity')) },
            ...{ location: cell('location'), stockId: cell('stockId'), url: safeAddress(cell('url')) },
          });
      }
    }
    return { listings: [...bySku.values()], left };
  } catch (error) {
    if (error instanceof UnreadableTable) return { refused: 212, message: `${importTexts.wrongFormat} ${error.message}` };
    throw error;
  }
}

function describe(file: Buffer, chosen: Encoding | undefined): Promise<TableFormat | null> {
  const watch = watchEncoding();
  watch.add(file);
  return describeTable({ bytes: file, isCut: false }, watch.end(), { columns, encoding: chosen });
}

const whole = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

async function* once(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}
