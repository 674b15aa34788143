import { withComment } from '../fill-written.ts';
import { inTurn, seenBy } from '../screen.ts';
import { button, dialog, fromMenu, opens, the, tick } from '../steps.ts';

const needing = (issue: string) => `/orders?view=attention&issue=${issue}&perPage=25`;
const opened = (list: string) => ({ list, opens: '/orders/:id' });
const waits = opened(needing('unmapped_sku'));
const all = '/orders?view=all';
const of = 'nouns/orders/detail/widgets';

export const orders = seenBy('account_admin', {
  home: ['/'],
  orders: ['/orders'],
  'orders-that-need-attention': ['/orders?view=attention'],
  'orders-on-hold': ['/orders?view=held'],
  'orders-of-nothing': ['/orders?view=all&search=nothing-like-this'],
  'orders-columns': ['/orders', opens('Columns'), 'shared/views/widgets/column-chooser.tsx'],
  'orders-filter': ['/orders', inTurn(button('Filter'), (page) => page.getByRole('menu').waitFor())],
  'orders-date': ['/orders', opens('Date'), 'ui/list/filter/days-panel.tsx'],
  'orders-view-saved': ['/orders?view=all&source=1', fromMenu(/view/i, 'Save view…'), 'shared/views/widgets/view-dialog.tsx'],
  'orders-lines': [all, button(/lines of/)],
  'orders-ticked': [all, tick],
  'orders-change': [all, inTurn(tick, opens(/^Change/)), 'ui/list/bulk/bulk-dialog.tsx'],
  'orders-hold': [all, inTurn(tick, opens('Hold'))],
  'orders-assign': [all, inTurn(tick, opens(/^Assign/))],
  'orders-addresses': [needing('address_incomplete'), inTurn(tick, opens(/^Accept/))],
  order: [opened(all)],
  'order-that-waits': [waits],
  'order-out-of-stock': [opened(needing('out_of_stock'))],
  'order-with-an-incomplete-address': [opened(needing('address_incomplete'))],
  'order-address-suggested': [opened(needing('address_incomplete')), opens('Complete address'), 'shared/issues/remedy/opened-panel.tsx'],
  'order-partially-shipped': [opened('/orders?view=all&status=partially_shipped')],
  'order-fulfilled': [opened('/orders?view=all&status=fulfilled')],
  'order-cancelled': [opened('/orders?view=all&status=cancelled')],
  'order-edited': [waits, button('Edit Order')],
  'order-left-unsaved': [
    waits,
    inTurn(
      button('Edit Order'),
      (page) => page.getByLabel('Customer Name').fill('Somebody Else'),
      (page) => page.getByRole('link', { name: 'Orders' }).first().click(),
      dialog,
    ),
    'ui/form/use-leave-guard.tsx',
  ],
  'order-hold': [waits, opens('Hold'), `${of}/hold-button.tsx`],
  'order-cancel': [waits, opens('Cancel order'), 'nouns/orders/widgets/remedies/cancel.tsx'],
  'order-split': [waits, opens('Split'), `${of}/splitting/split-dialog.tsx`],
  'order-line': [waits, inTurn(the('table[aria-label=Lines] tbody button'), dialog), `${of}/lines/line-details.tsx`],
  'order-link-product': [waits, opens('Link product')],
  'order-link-changed': [opened(all), opens(/^Change link/), 'nouns/links/linking/link-dialog.tsx'],
  'order-payload': [opened(all), opens('Raw payload'), `${of}/source/opened-payload.tsx`],
  'order-comment-deleted': [waits, inTurn(withComment, opens('Delete this comment')), 'shared/comments/widgets/delete-comment.tsx'],
  'order-add-line': [waits, inTurn(button('Edit Order'), opens('Add line item')), 'nouns/orders/editing/widgets/finder/product-finder.tsx'],
  'order-map-sku': [
    waits,
    inTurn(button('Edit Order'), the('tbody button:has-text("Link product")'), dialog),
    'nouns/orders/editing/widgets/lines/map-sku.tsx',
  ],
  'search-results': ['/search/orders?q=london'],
  'search-without-results': ['/search/products?q=nothing-like-this'],
  'skus-to-link': ['/skus-to-link'],
  'causes-of-a-type': ['/issues/stock_refused'],
  'skus-to-link-together': ['/skus-to-link', inTurn(tick, opens('Link…')), 'nouns/to-link/widgets/link-preview.tsx'],
});
