/*
 * Listing reports as marketplaces make them: a connector reads them by its API, and people upload them as files.
 */

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

/** Every name that a column has in a report. */
export const namesOf = (column: ReportColumn): string[] => [column, ...elsewhere[column]];

const lowered = Object.fromEntries(reportColumns.map((column) => [column, namesOf(column).map((name) => name.toLowerCase())]));

/** What a row of `tabSeparated` has in a column, whatever its marketplace calls it; undefined where the report has no such column. */
export const cellOf = (row: Record<string, string>, column: ReportColumn): string | undefined =>
  lowered[column]?.map((name) => row[name]).find((cell) => cell !== undefined);
