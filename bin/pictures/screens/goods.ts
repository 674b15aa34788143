import { withExport } from '../fill-written.ts';
import { inTurn, seenBy } from '../screen.ts';
import { button, choose, fromMenu, opens, tick } from '../steps.ts';

const purchase = { list: '/purchase-orders', opens: '/purchase-orders/:id' };
const product = { list: '/products', opens: '/products/:id' };
const material = { list: '/raw-materials', opens: '/raw-materials/:id' };
const received = { list: '/purchase-orders?status=received', opens: '/purchase-orders/:id' };
const of = 'nouns/purchase-orders/detail/widgets';

/** In no Unicode: the letters of one encoding are others in the next. */
const unsure = Buffer.from('sku,name\nFLOUR,M\xb9ka\n', 'latin1');

export const goods = seenBy('account_admin', {
  'purchase-orders': ['/purchase-orders'],
  'purchase-orders-ticked': ['/purchase-orders', tick],
  'purchase-order': [purchase],
  'purchase-order-received': [received],
  'purchase-order-edited': [purchase, button('Edit Order')],
  'purchase-order-cancelled': [{ ...purchase, list: '/purchase-orders?status=pending' }, opens('Cancel Order'), `${of}/dialogs.tsx`],
  'purchase-order-payload': [
    { ...purchase, list: '/purchase-orders?source=netsuite' },
    opens('Source payload'),
    `${of}/source-payload.tsx`,
  ],
  'purchase-order-new': ['/purchase-orders', opens('New purchase order')],
  products: ['/products'],
  'products-categories': ['/products', opens('Categories'), 'nouns/catalogue/categories/edit-categories.tsx'],
  product: [product],
  'product-edited': [product, opens('Edit product')],
  'product-uploaded': [product, opens(/^Upload/), 'nouns/products/marketplace-upload/widgets/upload-dialog.tsx'],
  'products-import': ['/products', opens('Import'), 'shared/imports/import-dialog.tsx'],
  'products-export': ['/products', opens('Export'), 'nouns/catalogue/export/export-dialog.tsx'],
  'raw-materials': ['/raw-materials'],
  'raw-material': [material],
  'raw-material-deleted': [material, opens(/^Delete/), 'nouns/catalogue/record/header.tsx'],
  'raw-material-new': ['/raw-materials', opens(/^(New|Add) /)],
  'import-export': ['/import-export'],
  'import-export-deleted': [
    '/import-export',
    inTurn(withExport, opens(/^Delete orders-/)),
    'screens/import-export/widgets/past-items-exports.tsx',
  ],
  'import-export-of-products': ['/import-export?of=products'],
  'import-export-of-materials': ['/import-export?of=raw_materials'],
  'import-export-of-links': ['/import-export?of=links'],
  'import-export-of-purchase-orders': ['/import-export?of=purchase_orders'],
  'import-columns': [{ list: '/import-export?of=raw_materials', opens: '/imports/:id' }, button(/columns/i)],
  import: [{ list: '/import-export?of=raw_materials', opens: '/imports/:id' }],
  'import-of-unclear-letters': [
    { at: '/raw-materials', page: '/imports/:id' },
    inTurn(
      opens('Import'),
      choose('supplier.csv', unsure),
      (page) => page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click(),
      (page) => page.getByRole('radio').first().waitFor(),
    ),
  ],
  'channel-products': ['/settings/connectors/channel_advisor/products'],
  'channel-products-add-link': [
    '/settings/connectors/channel_advisor/products?connectionStatus=Unlinked',
    opens(/^Add Link/),
    'nouns/links/widgets/add-link-dialog.tsx',
  ],
  'channel-products-deleted': [
    '/settings/connectors/channel_advisor/products',
    opens('Delete Products'),
    'nouns/links/widgets/removal-dialog.tsx',
  ],
  'channel-product-buffer': [
    '/settings/connectors/channel_advisor/products?connectionStatus=Linked',
    fromMenu(/^More for/, 'Buffer'),
    'nouns/stock-out/panels/buffer-dialog.tsx',
  ],
  'channel-product-unlinked': ['/settings/connectors/channel_advisor/products?connectionStatus=Linked', fromMenu(/^More for/, 'Unlink')],
  'channel-stock': [
    '/settings/connectors/channel_advisor/products',
    opens(/^(Change…|Send it stock…)/),
    'nouns/stock-out/widgets/stock-dialog.tsx',
  ],
});
