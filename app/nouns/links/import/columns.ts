import type { Cell, ImportColumn } from '../../../shared/imports/entity.ts';
import { atMost, readKey, readWhole } from '../../../shared/imports/read-cell.ts';

const mostUnits = 10_000;

/** The columns of the files of a channel's links. */
export const linkColumns: readonly [ImportColumn, ...ImportColumn[]] = [
  {
    ...{ name: 'channel_sku', title: 'Channel SKU', sample: 'MUG-BLUE-PACK6' },
    also: ['Seller SKU', 'Connector product SKU', 'Connector product', 'Listing SKU', 'Portal SKU'],
    read: readKey(atMost(500)),
  },
  {
    ...{ name: 'product_sku', title: 'Product SKU', sample: 'MUG-BLUE' },
    also: ['SKU', 'Warehouse SKU', 'Linked product', 'Item SKU', 'Stock code'],
    read: readKey(atMost(100)),
  },
  {
    ...{ name: 'units_per_sale', title: 'Units per sale', sample: '6', emptyStays: true },
    also: ['Units', 'Pack size', 'Quantity per sale', 'Units in a pack'],
    read: readWhole(units),
  },
  // Of what is listed already the channel's word counts.
  { name: 'alias', title: 'Alias', sample: null, onlyOfNew: true, read: yes },
  // Nothing is set from it: a file of one channel is not to be read for another.
  { name: 'channel', title: 'Channel', sample: null, also: ['Connector', 'Source'], read: (text) => text },
];

function units(text: string): Cell {
  const count = Number(text);
  if (count >= 1 && count <= mostUnits) return String(count);
  return { problem: { code: 'no_units' }, expected: { code: 'between', least: 1, most: mostUnits } };
}

function yes(text: string): Cell {
  return text.toLowerCase() === 'yes' ? 'yes' : { problem: { code: 'no_yes' }, expected: { code: 'yes_or_nothing' } };
}

/** Takes a channel's name or slug, in any case, and no other channel's. */
export function readChannel({ name, slug }: { name: string; slug: string }): (text: string) => Cell {
  const names = [name, slug].map((each) => each.toLowerCase());
  return (text) =>
    names.includes(text.toLowerCase()) ? name : { problem: { code: 'other_channel' }, expected: { code: 'value', value: name } };
}
