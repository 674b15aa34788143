import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';

/** One invoice of the sales file. `date` is London wall clock as the milliseconds the same digits would be in UTC. */
export type Invoice = { number: string; date: number; customerId: string | null; country: string; lines: InvoiceLine[] };

/** `unitPrice` is the file's own text; `quantity` is negative for returns and write-offs. */
export type InvoiceLine = { code: string; description: string; quantity: number; unitPrice: string };

type Row = [
  InvoiceNo: string,
  StockCode: string,
  Description: string,
  Quantity: string,
  InvoiceDate: string,
  UnitPrice: string,
  CustomerID: string,
  Country: string,
];

export const samplePath = fileURLToPath(new URL('./online-retail-sample.csv.gz', import.meta.url));

/** In the file one invoice is interrupted by another: an invoice stays open until this many others have started. */
const lookAhead = 4;

/** Reads the sales file, plain or gzipped, invoice by invoice, without holding more than a few of them. */
export async function* readInvoices(path: string): AsyncGenerator<Invoice> {
  const open = new Map<string, Invoice>();
  for await (const row of rowsOf(path)) {
    const invoice = open.get(row[0]);
    if (invoice) {
      invoice.lines.push(lineOf(row));
      continue;
    }
    open.set(row[0], invoiceOf(row));
    const [oldest] = open.values();
    if (open.size <= lookAhead || !oldest) continue;
    open.delete(oldest.number);
    yield oldest;
  }
  yield* open.values();
}

function rowsOf(path: string): AsyncIterable<Row> {
  const file = createReadStream(path);
  const parser = parse({ bom: true, fromLine: 2 });
  // Errors of the source go to the parser, so that the reader of the rows gets them.
  const passOn = (error: Error | null) => (error ? parser.destroy(error) : undefined);
  if (path.endsWith('.gz')) pipeline(file, createGunzip(), parser, passOn);
  else pipeline(file, parser, passOn);
  return parser as AsyncIterable<Row>;
}

function invoiceOf(row: Row): Invoice {
  const [number, , , , date, , customerId, country] = row;
  return {
    number,
    date: Date.parse(`${date.replace(' ', 'T')}Z`),
    customerId: customerId === '' ? null : customerId.replace(/\.0$/, ''),
    country,
    lines: [lineOf(row)],
  };
}

function lineOf([, code, description, quantity, , unitPrice]: Row): InvoiceLine {
  return { code, description: description.trim(), quantity: Number(quantity), unitPrice };
}
