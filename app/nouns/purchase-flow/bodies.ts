import { z } from 'zod';
import { id, text } from '../../../platform/endpoint.ts';

/** What a person may enter of a purchase order. */

const lineEdit = z.object({
  /** Without: a new line. */
  id: id.optional(),
  /** Of a new line: the warehouse's SKU, a product's or a raw material's. */
  sku: text(200).optional(),
  quantity: z.number().int().min(1).max(10_000_000).optional(),
  lot_number: text(100).nullable().optional(),
  expected_at: z.iso.date().nullable().optional(),
  isDelete: z.boolean().optional(),
});
export type LineEdit = z.output<typeof lineEdit>;
export const editBody = z.object({
  revision: z.number().int().optional(),
  mapped_warehouse: text(100).nullable().optional(),
  expected_at: z.iso.date().nullable().optional(),
  carrier: text(100).nullable().optional(),
  freight_number: text(100).nullable().optional(),
  note: text(5_000).nullable().optional(),
  lines: z.array(lineEdit).max(1_000).optional(),
});
export type PurchaseOrderEdit = z.output<typeof editBody>;
/** An edit of one of several purchase orders. A file says at which position a new line stands; otherwise it is the last. */
export type PurchaseOrderChange = Omit<PurchaseOrderEdit, 'lines'> & { id: number; lines?: (LineEdit & { position?: number })[] };

export const createBody = z.object({
  source_number: text(1_000).trim().min(1, 'Give it a number.').max(100, 'A number has at most 100 characters.').meta({ title: 'Number' }),
  vendor_name: text(1_000).trim().min(1, 'Name the vendor.').max(200, 'A name has at most 200 characters.').meta({ title: 'Vendor' }),
  vendor_number: text(100).trim().default('').meta({ title: 'Vendor ID' }),
  expected_at: z.iso.date().or(z.literal('')).default('').meta({ title: 'Expected on', format: 'date' }),
});
