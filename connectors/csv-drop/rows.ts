import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { ChannelOrder, Cursor, Page, Reason } from '../contract.ts';
import { firstIssue, type Translated, translateAll } from '../http/records.ts';
import { because } from './reasons.ts';

/** In lines. */
export const longestFile = 10_000;

const text = z.string().default('');
const amount = z.string().regex(/^-?\d+(\.\d{1,4})?$/, 'is not an amount');

const row = z.object({
  ...{ order: z.string().min(1), date: z.iso.date().or(z.iso.datetime()), currency: z.string().length(3) },
  status: z.enum(['open', 'waiting', 'cancelled', 'shipped']).default('open'),
  ...{ name: text, company: text, address: text, address_2: text, city: text, state: text, postal_code: text, country: text },
  ...{ email: text, phone: text, shipping: text, note: text },
  ...{ sku: z.string().min(1), title: text, quantity: z.coerce.number().int(), price: amount },
});
type Row = z.infer<typeof row>;

/** A line of the file: its cells by their columns, or as they came where they are more or fewer than the columns. */
type Line = { number: number; cells: string[]; columns: number; row: Record<string, string> };
const isOdd = ({ cells, columns }: Line) => cells.length !== columns;

/** Columns that each line has something in. */
const neverEmpty = new Set(['order', 'date', 'currency', 'sku', 'price']);

const asCsv = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true } as const;

/** The lines below the first. An empty file has none. @throws where a quote is not as CSV has it: see `brokenAt` */
function linesIn(file: string): Line[] {
  const [first, ...others] = parse(file, asCsv) as unknown as { record: string[]; info: { lines: number } }[];
  const names = first?.record ?? [];
  // A comma behind such a cell moves nothing; behind one that may be empty it may be that of a cell before.
  const endsFilled = neverEmpty.has(names.at(-1) ?? '');
  return others.map(({ record, info }) => {
    const isPadded = endsFilled && record.slice(names.length).every((cell) => cell === '');
    return {
      ...{ number: info.lines, cells: isPadded ? record.slice(0, names.length) : record, columns: names.length },
      row: Object.fromEntries(names.flatMap((name, at) => (record[at] === undefined ? [] : [[name, record[at]]]))),
    };
  });
}

/** The line from which on nobody can say what belongs to which cell, as of a file that is still being written; null where it is whole. */
export function brokenAt(file: string): number | null {
  try {
    parse(file, asCsv);
    return null;
  } catch (error) {
    return error instanceof CsvError ? Number(error.lines ?? 0) : 0;
  }
}

/** The lines of each order, in the order of the file: an item each. Two sites may number alike. */
const ordersIn = (lines: Line[]): Line[][] => [...Map.groupBy(lines, ({ row }) => JSON.stringify([row.site ?? '', row.order])).values()];

/** Of these sites, or of all where none is named. `readAt`: when the file was asked for. */
type Reading = { sites?: readonly string[]; readAt?: Date };

/** The file as one page: it is read whole, and only when it is another than before. */
export function pageOf(file: string, next: Cursor, { sites = [], readAt = new Date() }: Reading = {}): Page<ChannelOrder> {
  const lines = linesIn(file);
  const orders = ordersIn(lines).filter(([line]) => sites.length === 0 || sites.includes(line?.row.site ?? ''));
  const doubts = doubtsOf(lines, orders);
  return { ...translateAll(orders, (order) => translate(order as Line[], doubts, readAt)), next, more: false };
}

/** Why the order of a number cannot be read, whatever its own lines say. */
type Doubts = (order: string | undefined) => Reason | null;

/**
 * A comma too many moves all cells behind it, the number of the order too: whatever is named in such a line waits. So does what two sites
 * have under one number, which here is one order.
 */
function doubtsOf(lines: Line[], orders: Line[][]): Doubts {
  const odd = new Map<string, Line>();
  for (const line of lines) if (isOdd(line)) for (const cell of line.cells) if (!odd.has(cell)) odd.set(cell, line);
  const times = Map.groupBy(orders, ([line]) => line?.row.order);
  return (order) => {
    if (order === undefined) return null;
    const line = odd.get(order);
    if (line) return because({ code: 'csv_drop.other_length', line: line.number, cells: line.cells.length, columns: line.columns });
    return (times.get(order)?.length ?? 0) > 1 ? because({ code: 'csv_drop.of_two_sites', id: order }) : null;
  };
}

/** The sites that its orders name, each once. */
export const sitesIn = (file: string): string[] => [...new Set(linesIn(file).flatMap(({ row }) => row.site || []))].toSorted();

/** One order. Accepts any lines and never throws: one that cannot be read says why, and the others go on. */
function translate(lines: Line[], doubts: Doubts, readAt: Date): Translated<ChannelOrder> {
  const raw = lines.map((line) => (isOdd(line) ? line.cells : line.row));
  const order = lines[0]?.row.order;
  const unreadable = (reason: Reason) => ({ ok: false, unreadable: { remoteId: order ?? null, reason, raw } }) as const;
  const doubt = doubts(order);
  if (doubt) return unreadable(doubt);
  const parsed = z.array(row).min(1).safeParse(raw);
  return parsed.success ? { ok: true, record: orderOf(parsed.data as [Row, ...Row[]], raw, readAt) } : unreadable(firstIssue(parsed.error));
}

const states = { open: 'ready', waiting: 'waiting', cancelled: 'cancelled', shipped: 'shipped' } as const;

/** A row does not say when it changed, and its date may be put back: what the file says later is newer. */
function orderOf(rows: [Row, ...Row[]], raw: unknown, readAt: Date): ChannelOrder {
  const [first] = rows;
  const total = rows.reduce((sum, { price, quantity }) => sum + Number(price) * quantity, 0);
  return {
    ...{ remoteId: first.order, number: first.order, sourceStatus: first.status, state: states[first.status] },
    ...{
      splitFrom: null,
      mergedIds: [],
      orderedAt: new Date(first.date),
      modifiedAt: readAt,
      currency: first.currency,
      poNumber: null,
      store: null,
    },
    customer: { id: null, name: first.name, email: first.email || null, phone: first.phone || null },
    shipTo: {
      ...{ name: first.name, company: first.company || null, line1: first.address, line2: first.address_2 || null },
      ...{ city: first.city, state: first.state || null, postalCode: first.postal_code, country: first.country },
    },
    shipping: { code: first.shipping || null, description: null },
    ...{ note: first.note || null, details: {}, weightGrams: null, raw },
    totals: { shipping: '0.00', tax: '0.00', total: total.toFixed(2) },
    lines: rows.map((line, index) => ({
      ...{ remoteLineId: `${index + 1}`, sku: line.sku, name: line.title || line.sku, quantity: line.quantity },
      ...{ unitPrice: line.price, isCharge: false, imageUrl: null, upc: null, location: null },
    })),
  };
}
