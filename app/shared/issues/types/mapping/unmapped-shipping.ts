import type { IssueTypeRules } from '../../issue-type.ts';

export const unmappedShipping = {
  label: 'Shipping code not mapped',
  headline: { count: 'causes', one: 'shipping code is not mapped', many: 'shipping codes are not mapped' },
  remedy: 'map_shipping',
  subjectIsCode: true,
  isChecked: true,
} satisfies IssueTypeRules;
