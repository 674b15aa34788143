import { watchEncoding } from '../../shared/imports/reading/encoding.ts';
import { isOtherFileType } from '../../shared/imports/reading/file-type.ts';
import { headerKey } from '../../shared/imports/reading/headers.ts';
import { reportHints, reportKeys } from '../../shared/imports/reading/report-names.ts';
import { UnreadableTable } from '../../shared/imports/reading/rows.ts';
import { describeTable, readRows } from '../../shared/imports/reading/table.ts';
import { safeAddress } from '../../ui/words/safe-address.ts';

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

/**
 * Reads the products of a channel's file, each SKU once, the last one counts; without a SKU there is no product. 211: it is another
 * type of file; 212: there is no table in it with a column of SKUs.
 */
export async function readListings(file: Buffer): Promise<{ listings: FiledListing[]; left: number } | 211 | 212> {
  if (isOtherFileType(file)) return 211;
  const encoding = watchEncoding();
  encoding.add(file);
  try {
    const format = await describeTable(file.subarray(0, 65_536), encoding.end(), { columns, encodings: reportHints.encodings });
    const at = (name: keyof typeof names) =>
      format?.headers.findIndex((header) => (names[name] as readonly string[]).includes(headerKey(header))) ?? -1;
    const place = Object.fromEntries(columnNames.map((name) => [name, at(name)])) as Record<keyof typeof names, number>;
    if (!format || place.sku < 0) return 212;
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
    if (error instanceof UnreadableTable) return 212;
    throw error;
  }
}

const whole = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);

async function* once(file: Buffer): AsyncGenerator<Buffer> {
  yield file;
}
