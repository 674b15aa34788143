import type { IssueTypeRules } from '../../issue-type.ts';

export const stockRefused = {
  label: 'Stock refused',
  headline: { count: 'causes', one: 'product’s stock was refused by its channel', many: 'products’ stock was refused by their channel' },
  remedy: 'see_product',
  isChecked: false,
  sentences: {
    stock_refused: ({ connection, sku, reason }: { connection: string; sku: string; reason: string }) =>
      `${connection} did not take the stock of ${sku}: ${reason}`,
  },
} satisfies IssueTypeRules;
