import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';

/** The statuses that the plugin itself has. Others come from plugins beside it. */
export const address = z.object({
  ...{ first_name: z.string(), last_name: z.string(), company: z.string(), address_1: z.string(), address_2: z.string() },
  ...{ city: z.string(), state: z.string(), postcode: z.string(), country: z.string(), phone: z.string() },
});
const amount = z.string().regex(/^-?\d+\.\d\d$/);
const line = z.object({
  ...{ sku: z.string(), quantity: z.number().int(), name: z.string().optional(), price: amount.default('10.00') },
  ...{ options: z.record(z.string(), z.string()).default({}) },
});
/** What a buyer or an administrator enters. */
export const newOrder = z.object({
  status: z.string().min(1).default('processing'),
  ...{ items: z.array(line).default([]), fees: z.array(z.object({ name: z.string(), total: amount })).default([]) },
  ...{ customer_note: z.string().default(''), email: z.string().default('alex@example.com'), shipping: address.partial().default({}) },
  method: z.object({ method_id: z.string(), instance_id: z.string(), method_title: z.string() }).nullable().optional(),
  ...{ currency: z.string().length(3).default('USD'), shipping_total: amount.default('0.00') },
});
export type NewOrder = z.input<typeof newOrder>;

export type Line = { id: number; name: string; sku: string; product: number; parent: number; quantity: number; price: string };
export type Refund = { id: number; at: number; amount: string; reason: string; lines: { item: number; quantity: number }[] };
export type Note = { id: number; at: number; note: string; customer_note: boolean };
export type Meta = { key: string; value: unknown };
export type Fulfillment = { id: number; at: number; status: string; is_fulfilled: boolean; meta: Meta[] };

/** An order as the shop stores it; `renderOrder` adds the rest. */
export type WooOrder = Omit<z.output<typeof newOrder>, 'items' | 'fees' | 'shipping' | 'method'> & {
  number: string;
  shipping: z.infer<typeof address>;
  method: { method_id: string; instance_id: string; method_title: string } | null;
  lines: (Line & { options: Record<string, string> })[];
  fees: { id: number; name: string; total: string }[];
  paidAt: number | null;
  completedAt: number | null;
  /** Whether the stock of its products was reduced by it. */
  hasReducedStock: boolean;
  notes: Note[];
  refunds: Refund[];
  fulfillments: Fulfillment[];
};
export type KeptOrder = Kept<WooOrder>;

export const plainAddress: z.infer<typeof address> = {
  ...{ first_name: 'Alex', last_name: 'Doe', company: '', address_1: '1 Main Street', address_2: '', city: 'Austin', state: 'TX' },
  ...{ postcode: '78701', country: 'US', phone: '' },
};
export const plainMethod = { method_id: 'flat_rate', instance_id: '1', method_title: 'Flat rate' };
