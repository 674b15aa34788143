import type { ReportColumn } from '../../../../../connectors/http/listing-reports.ts';
import { placesInReport } from '../../../../shared/imports/reading/report-names.ts';
import type { TableFormat } from '../../../../shared/imports/reading/table.ts';
import type { Mapping } from '../running/import-row.ts';
import type { MappingColumn } from './contract.ts';

export type At = (column: ReportColumn) => number | undefined;

/** Finds the columns of a report by their names, in whatever language. */
export function positions({ headers }: Pick<TableFormat, 'headers'>): At {
  const places = placesInReport(headers);
  return (column) => places.get(column);
}

/** What else a report says of a listing. */
const described = ['item-name', 'listing-id', 'product-id', 'image-url'] as const;

/** Where a report has what is read of it; the first two are the columns of a file of links. */
export function placesOf(format: Pick<TableFormat, 'headers'>, by: MappingColumn): Mapping {
  const at = positions(format);
  const places = {
    channel_sku: at(by),
    product_sku: at('seller-sku'),
    ...Object.fromEntries(described.map((header) => [header, at(header)])),
  };
  return Object.fromEntries(Object.entries(places).flatMap(([name, place]) => (place === undefined ? [] : [[name, place]])));
}
