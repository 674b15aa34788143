import { namesOf, type ReportColumn, reportColumns } from '../../../../connectors/http/listing-reports.ts';
import { headerKey } from './headers.ts';

const keysOf = (column: ReportColumn) => namesOf(column).map(headerKey);

/** Every name of a column of a report, by `headerKey`. */
export const reportKeys: Record<ReportColumn, readonly string[]> = {
  'seller-sku': keysOf('seller-sku'),
  'product-id': keysOf('product-id'),
  'listing-id': keysOf('listing-id'),
  'item-name': keysOf('item-name'),
  'image-url': keysOf('image-url'),
  quantity: keysOf('quantity'),
};

/** What tells a report's headers from other lines, and its encoding: reports of Japan, China and Poland come in their own. */
export const reportHints = { columns: new Set(Object.values(reportKeys).flat()) };

/** Where a report has each of its columns. */
export function placesInReport(headers: readonly string[]): Map<ReportColumn, number> {
  const keys = headers.map(headerKey);
  return new Map(
    reportColumns.flatMap((column) => {
      const place = keys.findIndex((key) => reportKeys[column].includes(key));
      return place < 0 ? [] : [[column, place] as const];
    }),
  );
}
