import type { IssueTypeRules } from '../../issue-type.ts';

/**
 * Why a link of a channel's SKU ended by itself. `upc`: the UPC of one side changed from `was` to `is`, and the two sides no longer
 * agree. `reused`: the SKU was given up, and came back under another name.
 */
export type LinkDoubt = { kind: 'upc' | 'reused'; side: 'warehouse' | 'channel'; product: string; was: string; is: string };

export const unmappedSku = {
  label: 'SKU not linked',
  headline: { count: 'causes', one: 'SKU is not linked', many: 'SKUs are not linked' },
  remedy: 'link_product',
  // A line without a SKU cannot be linked, so its order can only be cancelled.
  remedyWithoutSubject: 'cancel',
  subjectIsCode: true,
  isChecked: true,
  sentences: {
    sku_not_linked: ({ sku }: { sku: string }) => `SKU ${sku} is not linked to a warehouse product.`,
    line_without_sku: () => 'A line has no SKU, so it cannot be linked to a warehouse product.',
    link_ended: ({ sku, product, kind, side, was, is }: LinkDoubt & { sku: string }) =>
      `SKU ${sku} was linked to ${product}, but the ${side}${
        kind === 'upc' ? ` changed its UPC from ${was} to ${is}` : ` gave the SKU up and now uses it for “${is}”, before “${was}”`
      }. Compare the two, then link it again.`,
  },
} satisfies IssueTypeRules;
