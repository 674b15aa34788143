import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';

const [text, amount] = [z.string(), z.string().regex(/^-?\d+\.\d\d$/)];
const address = z.object({
  ...{ first_name: text.default('Alex'), last_name: text.default('Doe'), company: text.default(''), phone: text.default('') },
  ...{ address_1: text.default('1 Main Street'), address_2: text.default(''), city: text.default('Austin') },
  ...{ state: text.default('TX'), postcode: text.default('78701'), country: text.default('US') },
});
const bought = z.object({
  ...{ sku: text, quantity: z.number().int(), name: text.optional(), price: amount.default('10.00') },
  options: z.record(text, text).default({}),
});
const method = z.object({ method_id: text, instance_id: text, method_title: text });
/** What a buyer or an administrator enters. Statuses are the plugin's own, or of plugins beside it. */
export const newOrder = z.object({
  ...{ status: text.min(1).default('processing'), items: z.array(bought).default([]) },
  ...{ fees: z.array(z.object({ name: text, total: amount })).default([]), customer_note: text.default('') },
  ...{ email: text.default('alex@example.com'), shipping: address.prefault({}) },
  method: method.nullable().default({ method_id: 'flat_rate', instance_id: '1', method_title: 'Flat rate' }),
  ...{ currency: text.length(3).default('USD'), shipping_total: amount.default('0.00') },
});
export type NewOrder = z.input<typeof newOrder>;

export type Line = z.output<typeof bought> & { id: number; name: string; product: number; parent: number; isDownloadable: boolean };
export type Meta = { key: string; value: unknown };
const item = z.object({ item_id: z.int(), qty: z.int().positive() }).transform(({ item_id: id, qty: quantity }) => ({ id, quantity }));
export const itemsIn = (meta: Meta[]) => z.array(item).safeParse(meta.find(({ key }) => key === '_items')?.value).data ?? [];

/** An order as the shop stores it; `renderOrder` adds the rest. */
export type WooOrder = Omit<z.output<typeof newOrder>, 'items' | 'fees'> &
  Record<'paidAt' | 'completedAt', number | null> & {
    number: string;
    lines: Line[];
    fees: { id: number; name: string; total: string }[];
    /** Whether the stock of its products was reduced by it. */
    hasReducedStock: boolean;
    notes: { id: number; at: number; note: string; customer_note: boolean }[];
    refunds: { id: number; at: number; amount: string; reason: string; lines: { item: number; quantity: number }[] }[];
    fulfillments: { id: number; at: number; status: string; is_fulfilled: boolean; meta: Meta[] }[];
  };
export type KeptOrder = Kept<WooOrder>;
