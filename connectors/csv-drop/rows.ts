import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { ChannelOrder, Cursor, Page } from '../contract.ts';
import { firstIssue, type Translated, translateAll } from '../http/records.ts';

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

/** The rows of each order, in the order of the file: a line item each. An empty file has none. */
function ordersIn(file: string): Record<string, string>[][] {
  const rows: Record<string, string>[] = parse(file, {
    columns: true,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
  });
  return [...Map.groupBy(rows, ({ order }) => order).values()];
}

/** Of these sites, or of all where none is named. `readAt`: when the file was asked for. */
type Reading = { sites?: readonly string[]; readAt?: Date };

/** The file as one page: it is read whole, and only when it is another than before. */
export function pageOf(file: string, next: Cursor, { sites = [], readAt = new Date() }: Reading = {}): Page<ChannelOrder> {
  const orders = ordersIn(file).filter(([row]) => sites.length === 0 || sites.includes(row?.site ?? ''));
  return { ...translateAll(orders, (raw) => translate(raw, readAt)), next, more: false };
}

/** The sites that its orders name, each once. */
export const sitesIn = (file: string): string[] => [...new Set(ordersIn(file).flatMap(([row]) => row?.site || []))].toSorted();

/** One order. Accepts any rows and never throws: one that cannot be read says why, and the others go on. */
function translate(raw: unknown, readAt: Date): Translated<ChannelOrder> {
  const parsed = z.array(row).min(1).safeParse(raw);
  if (parsed.success) return { ok: true, record: orderOf(parsed.data as [Row, ...Row[]], raw, readAt) };
  const remoteId =
    z
      .array(z.object({ order: z.string() }))
      .catch([])
      .parse(raw)[0]?.order ?? null;
  return { ok: false, unreadable: { remoteId, reason: firstIssue(parsed.error), raw } };
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
