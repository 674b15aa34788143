import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';

const write = (count: number) => count.toLocaleString('en-US');
type Row = { row: number };

const ofCells = {
  made_number: () => 'was turned into a number by a spreadsheet',
  made_date: () => 'was turned into a date by a spreadsheet',
  mangled: () => 'was mangled by a spreadsheet',
  dropped_zeros: ({ digits }: { digits: number }) => `has ${digits} digits: a spreadsheet has dropped its zeros`,
  negative: () => 'must not be negative',
  no_number: () => 'is not a number',
  no_whole_number: () => 'is not a whole number',
  nul: () => 'has a character that cannot be stored (NUL)',
  other_encoding: () => 'has bytes that are not of the file’s encoding',
  spreadsheet_error: () => 'is an error of a spreadsheet',
  missing: () => 'is missing',
  not_there: () => 'does not exist',
  /** The rule of forms and calls, as it says. */
  rule: ({ says }: { says: string }) => says,
  too_long: ({ characters }: { characters: number }) => `has ${write(characters)} characters`,
  out_of_range: () => 'is out of range',
  no_own_number: () => 'is not a number of ours',
  no_day: () => 'is not a day',
  no_warehouse: () => 'is not a warehouse',
  former_warehouse: () => 'is of a warehouse that is disconnected',
  no_units: () => 'is not a number of units',
  no_yes: () => 'is neither yes nor empty',
  other_channel: () => 'is another channel',
};

const ofRows = {
  open_quote: () => 'a quote is opened and never closed',
  after_quote: () => 'text follows a closing quote',
  cells: ({ cells, header }: { cells: number; header: number }) => `has ${cells} cells, the header has ${header}`,
  not_mended: () => 'was wrong as a whole row, and nothing says that it is mended',
  repeated: ({ title, row }: { title: string } & Row) => `is also the ${title} of row ${row}`,
  repeated_by_case: ({ row }: Row) => `differs only by case from that of row ${row}`,
};

const ofItems = {
  other_case: () => 'differs only by case from the SKU that there is',
  lost_zeros: () => 'has lost zeros that the SKU has here',
};

const ofLinks = {
  other_case_there: () => 'differs only by case from the SKU that the channel has',
  lost_zeros_there: () => 'has lost zeros that the channel’s SKU has',
  not_named: () => 'is missing: the channel has not named this SKU yet',
  near_product: () => 'differs from the SKU that there is',
  not_product: () => 'is not a product',
  no_product: () => 'is no product',
  other_article: () => 'is another article by its UPC, or was found to be another',
  two_products: ({ row }: Row) => `is another product than row ${row} names for the same listing`,
  had_units: ({ units }: { units: number }) => `is linked anew, and a sale took ${write(units)} units of what was linked before`,
};

const ofPurchaseOrders = {
  not_its_number: ({ number }: { number: string }) => `is not the number of ${number}`,
  several_orders: () => 'is the number of several purchase orders',
  several_lines: () => 'is on several lines',
  not_its_sku: ({ line }: { line: number }) => `is not the SKU of line ${line}`,
  no_item: () => 'is neither a product nor a raw material',
  fixed: () => 'cannot be changed',
  ended: ({ status }: { status: string }) => `is ${status.replaceAll('_', ' ')}, so that nothing can be changed`,
  locked: () => 'is locked',
  less_than_came: ({ came }: { came: number }) => `is less than the ${came} that have come`,
  contradicts: ({ row }: Row) => `differs from row ${row} of the same purchase order`,
  line_repeated: ({ row }: Row) => `is also in row ${row} of the same purchase order`,
  rows_apart: ({ row, most }: Row & { most: number }) => `has rows more than ${write(most)} rows apart, the first of them row ${row}`,
  beside_wrong: () => 'belongs to a purchase order with a wrong row',
};

/**
 * What is wrong in a row of a file. A row keeps a code of these and its values. Rows of one column and code have one cause, whatever their
 * values: only `says` and `status` tell causes apart, as the column `cause` of import_errors does.
 */
export const problems = { ...ofCells, ...ofRows, ...ofItems, ...ofLinks, ...ofPurchaseOrders };
export type Problem = SentenceOf<typeof problems>;
export const wordProblem = wordedBy(problems);
