import type { IssueTypeRules } from '../../issue-type.ts';

export const unmappedItem = {
  label: 'Purchased SKU not linked',
  headline: { count: 'causes', one: 'purchased SKU is not linked', many: 'purchased SKUs are not linked' },
  remedy: 'link_product',
  subjectIsCode: true,
  isChecked: false,
  sentences: {
    item_not_linked: ({ sku }: { sku: string }) => `SKU ${sku} is not linked to a product or raw material of the warehouse.`,
  },
} satisfies IssueTypeRules;
