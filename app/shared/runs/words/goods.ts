/** What came of a SKU and belongs to no purchase order yet. `announcement`: of which it came; null without one. */
export type LooseGoods = { units: number; sku: string; announcement: string | null };

/** The same, as people know it. Browser-safe. */
export const wordGoods = ({ units, sku, announcement }: LooseGoods): string =>
  `${units.toLocaleString('en-US')} of ${sku} ${announcement === null ? 'without an announcement' : `of announcement ${announcement}`}`;
