import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';

const write = (count: number) => count.toLocaleString('en-US');

const ofCells = {
  /** The value itself that is meant. */
  value: ({ value }: { value: string }) => value,
  as_text: () => 'the code in full, its column as text',
  upc: () => '12 or 13 digits',
  decimal: () => 'a number, as 0.25',
  not_negative: () => '0 or more, as 0.25',
  whole: () => 'a whole number, as 24',
  without_unit: ({ number, unit }: { number: string; unit: string }) => `${number}, without ${unit}`,
  either: ({ one, other }: { one: string; other: string }) => `${one} or ${other}`,
  meant: () => 'the value that was meant',
  utf8: () => 'the file saved again as UTF-8',
  cell_of: ({ title }: { title: string }) => `a ${title}`,
  at_most: ({ most }: { most: number }) => `at most ${write(most)} characters`,
  between: ({ least, most }: { least: number; most: number }) => `a whole number from ${least} to ${write(most)}`,
  own_number: () => 'a number as PO-12, or nothing',
  day: () => 'a day with its year first, as 2030-05-14',
  warehouse: ({ codes }: { codes: string[] }) =>
    codes.length > 0 ? `a warehouse, as ${codes.join(', ')}` : 'a warehouse that is connected',
  category: ({ names }: { names: string[] }) =>
    names.length > 0 ? `a category such as ${names.join(', ')}` : 'a category that was created before',
  image_address: () => 'https://… or a path below uploads/',
  yes_or_nothing: () => 'yes where only order lines name it; otherwise nothing',
};

const ofRows = {
  closed_quote: () => 'a quote at the end of the cell, or none',
  doubled_quotes: () => 'quotes within a cell written twice',
  quoted_cells: () => 'quotes around cells with a delimiter in them',
  all_cells: () => 'a cell for each column, even when it is empty',
  error_emptied: () => 'the row mended, and its cell in the column error emptied',
  one_row: ({ title }: { title: string }) => `one row for each ${title}`,
};

const ofRecords = {
  name: () => 'a name',
  product_sku: () => 'the SKU of a product',
  mapped_value: ({ column }: { column: string }) => `a value in the column ${column}`,
  seller_sku: () => 'a seller-sku that is the SKU of a product',
  by_hand: () => 'the product chosen by hand, after a look at both',
  one_product: () => 'one product for each listing',
  units_of_this: () => 'how many units of this product a sale takes, in a column Units per sale',
  units_by_hand: () => 'a link made by hand, with the units of this product that a sale takes',
  order_number: () => 'the number of a purchase order, or nothing',
  number_beside: () => 'the Crossdock number of one of them beside it',
  sku: () => 'a SKU',
  line_number: () => 'the number of one of them in the column Line',
  warehouse_sku: () => 'a SKU of the warehouse',
  nothing: () => 'nothing',
  as_it_is: () => 'the purchase order as it is',
  as_it_is_or_unlocked: () => 'the purchase order as it is, or unlocked',
  at_least: ({ least }: { least: number }) => `at least ${least}`,
  one_row_a_line: () => 'one row for each line',
  rows_together: () => 'the rows of a purchase order one below the other',
  mended: ({ row }: { row: number }) => `row ${row} mended`,
};

/** What a cell or row of a file should be instead. A row keeps a code of these and its values. */
export const expectations = { ...ofCells, ...ofRows, ...ofRecords };
export type Expected = SentenceOf<typeof expectations>;
export const wordExpected = wordedBy(expectations);
