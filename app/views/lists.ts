import { z } from 'zod';
import { itemColumns } from '../catalogue/columns.ts';
import { itemList } from '../catalogue/contract.ts';
import { orderColumns } from '../orders/list/columns.ts';
import { orderFilter } from '../orders/list/filter.ts';
import { purchaseOrderColumns } from '../purchase-orders/list/columns.ts';
import { purchaseOrderFilter } from '../purchase-orders/list/filter.ts';
import type { ListName } from './contract.ts';

/** The valid queries (without a page) and columns of each list. */
export const lists: Record<ListName, z.ZodType<ViewContent>> = {
  orders: viewed(orderFilter.omit({ page: true, filterBy: true }).strict(), orderColumns),
  purchase_orders: viewed(purchaseOrderFilter.omit({ page: true }).strict(), purchaseOrderColumns),
  products: viewed(itemList.query.omit({ page: true }), itemColumns),
  raw_materials: viewed(itemList.query.omit({ page: true }), itemColumns),
};

export type ViewContent = { query: Record<string, unknown>; columns: string[] };

function viewed<Shape extends z.ZodRawShape>(query: z.ZodObject<Shape, z.core.$strict>, columns: readonly string[]) {
  const usual = query.parse({}) as Record<string, unknown>;
  const isSet = ([key, value]: [string, unknown]) => value !== undefined && value !== '' && value !== usual[key];
  return z.object({
    query: query.transform((values) => Object.fromEntries(Object.entries(values).filter(isSet))),
    columns: z
      .array(z.enum(columns as readonly [string, ...string[]]))
      .min(1)
      .max(columns.length)
      .refine((chosen) => new Set(chosen).size === chosen.length, 'Must not repeat a column'),
  });
}
