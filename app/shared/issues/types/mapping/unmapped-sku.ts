import type { IssueTypeRules } from '../../issue-type.ts';

export const unmappedSku = {
  label: 'SKU not linked',
  headline: { count: 'causes', one: 'SKU is not linked', many: 'SKUs are not linked' },
  remedy: 'link_product',
  // A line without a SKU cannot be linked, so its order can only be cancelled.
  remedyWithoutSubject: 'cancel',
  subjectIsCode: true,
  isChecked: true,
} satisfies IssueTypeRules;
