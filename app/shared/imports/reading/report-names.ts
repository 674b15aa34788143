import type { Encoding } from './encoding.ts';
import { headerKey } from './headers.ts';

/** What is read of a marketplace's listing report, by the names that its columns have in English. */
export const reportColumns = ['seller-sku', 'product-id', 'listing-id', 'item-name', 'image-url', 'quantity'] as const;
export type ReportColumn = (typeof reportColumns)[number];

/**
 * What Amazon calls these columns elsewhere: the language follows the marketplace, and a report that is kept may come in another one.
 * German, French, Italian, Spanish, Polish, Turkish, Japanese, Chinese and Arabic, as the report GET_MERCHANT_LISTINGS_ALL_DATA of these
 * marketplaces names them.
 */
const elsewhere: Record<ReportColumn, readonly string[]> = {
  'seller-sku': [
    ...['Händler-SKU', 'sku-vendeur', 'SKU venditore', 'SKU del vendedor', 'sku-sprzedawcy'],
    ...['seller-sku (satıcı sku)', '出品者SKU', '卖家 SKU', 'sku-البائع'],
  ],
  'product-id': [
    ...['Produkt-ID', 'id-produit', 'Identificativo del prodotto', 'Identificador del producto', 'identyfikator-produktu'],
    ...['product-id (ürün numarası)', '商品ID', '商品编码', 'رقم-المنتج'],
  ],
  'listing-id': [
    ...['Angebotsnummer', 'id-offre', 'Numero offerta', 'Identificador del listing', 'identyfikator-oferty'],
    ...['listing-id (liste kaydı numarası)', '出品ID', 'رقم-العرض'],
  ],
  'item-name': [
    ...['Artikelbezeichnung', 'nom-produit', 'Nome dell’articolo', 'Título del producto', 'nazwa-produktu'],
    ...['item-name (ürün adı)', '商品名', '商品名称', 'اسم-المنتج'],
  ],
  'image-url': [],
  quantity: ['Menge', 'quantité', 'Quantità', 'Cantidad', 'ilość', 'quantity (adet)', '数量', '在庫数', 'الكمية'],
};

const keysOf = (column: ReportColumn) => [column, ...elsewhere[column]].map(headerKey);

/** Every name of a column of a report, by `headerKey`. */
export const reportKeys: Record<ReportColumn, readonly string[]> = {
  'seller-sku': keysOf('seller-sku'),
  'product-id': keysOf('product-id'),
  'listing-id': keysOf('listing-id'),
  'item-name': keysOf('item-name'),
  'image-url': keysOf('image-url'),
  quantity: keysOf('quantity'),
};

/** What tells a report's headers from other lines, and its encoding: reports of Japan, China and Poland come in their own. */
export const reportHints = {
  columns: new Set(Object.values(reportKeys).flat()),
  encodings: ['shift_jis', 'gb18030', 'windows-1250'] satisfies Encoding[],
};

/** Where a report has each of its columns. */
export function placesInReport(headers: readonly string[]): Map<ReportColumn, number> {
  const keys = headers.map(headerKey);
  return new Map(
    reportColumns.flatMap((column) => {
      const place = keys.findIndex((key) => reportKeys[column].includes(key));
      return place < 0 ? [] : [[column, place] as const];
    }),
  );
}
