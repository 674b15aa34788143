import type { Cell, ImportColumn } from '../../../shared/imports/entity.ts';
import { atMost, readKey, readWhole } from '../../../shared/imports/read-cell.ts';
import { dayIn } from '../../../ui/time/day.ts';

/** What is the same for all lines of a purchase order. */
export const headColumns = [
  'vendor_number',
  'vendor_name',
  'expected_date',
  'mapped_warehouse',
  'carrier',
  'freight_number',
  'note',
] as const;
export type HeadColumn = (typeof headColumns)[number];

const mostUnits = 10_000_000;

/** The columns of the files of purchase orders, a row a line; a purchase order without lines has one row. An empty cell changes nothing. */
export const purchaseOrderColumns: readonly [ImportColumn, ...ImportColumn[]] = [
  {
    ...{ name: 'source_number', title: 'Number', sample: 'HK-2050' },
    also: ['Purchase order', 'Purchase order number', 'PO', 'PO number', 'Order number', 'Source number'],
    read: readKey(atMost(100)),
  },
  // For two of the same number.
  { name: 'po_number', title: 'Crossdock number', sample: null, also: ['Our number'], read: ownNumber },
  { name: 'vendor_number', title: 'Vendor ID', sample: 'V-12', also: ['Vendor number', 'Supplier id'], read: atMost(100) },
  { name: 'vendor_name', title: 'Vendor', sample: 'Hong Kong Giftware', also: ['Vendor name', 'Supplier'], read: atMost(200) },
  {
    ...{ name: 'expected_date', title: 'Expected date', sample: '2030-05-14' },
    also: ['Expected', 'Expected on', 'Due date', 'ETA'],
    read: readDay,
  },
  {
    ...{ name: 'mapped_warehouse', title: 'Warehouse', sample: '' },
    also: ['Mapped location', 'Warehouse code', 'Location'],
    read: atMost(100),
  },
  { name: 'carrier', title: 'Carrier', sample: 'Maersk', read: atMost(100) },
  { name: 'freight_number', title: 'Freight number', sample: 'MSKU4410927', also: ['Container', 'Tracking number'], read: atMost(100) },
  { name: 'note', title: 'Note', sample: '', also: ['Memo'], read: atMost(5_000) },
  { name: 'line', title: 'Line', sample: '1', also: ['Line number', 'Position'], read: readWhole(between(1, 100_000)) },
  { name: 'sku', title: 'SKU', sample: 'MUG-BLUE', also: ['Item', 'Source SKU', 'Item SKU'], read: readKey(atMost(200)) },
  { name: 'quantity', title: 'Qty', sample: '480', also: ['Quantity', 'Ordered'], read: readWhole(between(1, mostUnits)) },
  { name: 'lot_number', title: 'Lot Number', sample: 'L-2207', also: ['Lot'], read: atMost(100) },
  {
    ...{ name: 'estimated_delivery_date', title: 'Estimated delivery Date', sample: '2030-05-12' },
    also: ['Delivery date'],
    read: readDay,
  },
];

/** What our own files have beside them: who made it, how far it is, and its tags. */
export const notRead = [
  'source',
  'status',
  'date',
  'asn',
  'name',
  'warehouse_sku',
  'received',
  'processed',
  'units_per_sale',
  'archived',
  'tags',
];

function between(least: number, most: number): (text: string) => Cell {
  return (text) =>
    Number(text) >= least && Number(text) <= most
      ? String(Number(text))
      : { problem: { code: 'out_of_range' }, expected: { code: 'between', least, most } };
}

function ownNumber(text: string): Cell {
  const [, id] = /^po-?(\d{1,15})$/i.exec(text) ?? [];
  return id ? `PO-${Number(id)}` : { problem: { code: 'no_own_number' }, expected: { code: 'own_number' } };
}

/** A day with its year first. Of `4/5/2030` nobody knows which is the month. */
export function readDay(text: string): Cell {
  const [day = ''] = text.split(/[ T]00:00/);
  return dayIn(day) ?? { problem: { code: 'no_day' }, expected: { code: 'day' } };
}

type Building = { code: string; name: string };

/**
 * Takes a warehouse's code or name, in any case. `connected`: goods go to these alone, and of two of one name it is one of them; what a
 * purchase order has of another may stay as it is.
 */
export function readWarehouse(known: readonly Building[], connected: readonly Building[]): (text: string) => Cell {
  const codes = new Map(
    [...known, ...connected].flatMap(({ code, name }) => [[name.toLowerCase(), code] as const, [code.toLowerCase(), code] as const]),
  );
  const some = connected.slice(0, 3).map(({ code }) => code);
  return (text) => codes.get(text.toLowerCase()) ?? { problem: { code: 'no_warehouse' }, expected: { code: 'warehouse', codes: some } };
}
