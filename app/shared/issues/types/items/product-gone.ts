import type { IssueTypeRules } from '../../issue-type.ts';

export const productGone = {
  label: 'No longer at the warehouse',
  headline: { count: 'causes', one: 'SKU is linked to a product that is gone', many: 'SKUs are linked to products that are gone' },
  remedy: 'link_product',
  isChecked: true,
  sentences: {
    product_gone: ({ product, sku }: { product: string; sku: string }) =>
      `The warehouse no longer names ${product}, which SKU ${sku} is linked to.`,
  },
} satisfies IssueTypeRules;
