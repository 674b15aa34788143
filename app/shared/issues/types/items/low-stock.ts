import type { IssueTypeRules } from '../../issue-type.ts';

export const lowStock = {
  label: 'Low stock',
  headline: { count: 'issues', one: 'item is below its reorder point', many: 'items are below their reorder point' },
  remedy: 'see_item',
  isChecked: false,
  sentences: {
    below_reorder_point: ({ sku, left, reorderPoint }: { sku: string; left: number; reorderPoint: number }) =>
      `${sku}: ${left.toLocaleString('en-US')} available, below its reorder point of ${reorderPoint.toLocaleString('en-US')}.`,
  },
} satisfies IssueTypeRules;

/** Which item the issue is about. */
export const subjectOfItem = (kind: string, id: number) => `${kind}:${id}`;

/** The item that a subject names; null for anything else. */
export function itemOfSubject(subject: string): { kind: 'products' | 'raw_materials'; id: number } | null {
  const [, kind, id] = /^(products|raw_materials):(\d{1,15})$/.exec(subject) ?? [];
  return kind && id ? { kind: kind as 'products' | 'raw_materials', id: Number(id) } : null;
}
