import type { IssueTypeRules } from '../../issue-type.ts';

export const unmappedShipping = {
  label: 'Shipping code not mapped',
  headline: { count: 'causes', one: 'shipping code is not mapped', many: 'shipping codes are not mapped' },
  remedy: 'map_shipping',
  subjectIsCode: true,
  isChecked: true,
  sentences: {
    shipping_not_mapped: ({ shipping }: { shipping: string }) => `Shipping code ${shipping} is not mapped to a warehouse shipping method.`,
    no_shipping_method: () => 'The channel gave no shipping method. Choose one.',
  },
} satisfies IssueTypeRules;
