import type { Reason } from '../../../../connectors/contract.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { IssueTypes } from '../issue-type.ts';

/** What is wrong with products and their stock. */
export const itemIssues = {
  product_gone: {
    label: 'No longer at the warehouse',
    headline: { count: 'causes', one: 'SKU is linked to a product that is gone', many: 'SKUs are linked to products that are gone' },
    remedy: 'link_product',
    // No link gave a line its product: it is replaced in its order, or the order is cancelled.
    remedyWithoutSubject: 'cancel',
    isChecked: true,
    sentences: {
      product_gone: ({ product, sku }: { product: string; sku: string }) =>
        `The warehouse no longer names ${product}, which SKU ${sku} is linked to.`,
      line_product_gone: ({ product }: { product: string }) =>
        `The warehouse no longer names ${product}, which a line of this order is. Edit the order to send another product for it, or cancel it.`,
    },
  },
  low_stock: {
    label: 'Low stock',
    headline: { count: 'issues', one: 'item is below its reorder point', many: 'items are below their reorder point' },
    remedy: 'see_item',
    isChecked: false,
    sentences: {
      below_reorder_point: ({ sku, left, reorderPoint }: { sku: string; left: number; reorderPoint: number }) =>
        `${sku}: ${left.toLocaleString('en-US')} available, below its reorder point of ${reorderPoint.toLocaleString('en-US')}.`,
    },
  },
  stock_refused: {
    label: 'Stock refused',
    headline: { count: 'causes', one: 'product’s stock was refused by its channel', many: 'products’ stock was refused by their channel' },
    remedy: 'see_product',
    isChecked: false,
    sentences: {
      stock_refused: ({ connection, sku, reason }: { connection: string; sku: string; reason: Reason }) =>
        `${connection} did not take the stock of ${sku}: ${wordReason(reason)}`,
    },
  },
} satisfies IssueTypes;

/** Which item the issue is about. */
export const subjectOfItem = (kind: string, id: number) => `${kind}:${id}`;

/** The item that a subject names; null for anything else. */
export function itemOfSubject(subject: string): { kind: 'products' | 'raw_materials'; id: number } | null {
  const [, kind, id] = /^(products|raw_materials):(\d{1,15})$/.exec(subject) ?? [];
  return kind && id ? { kind: kind as 'products' | 'raw_materials', id: Number(id) } : null;
}
