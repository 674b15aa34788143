import { found, page } from '../../../platform/http/page.ts';
import { CommentBox, commentEntries } from '../../shared/comments/discussion.tsx';
import { readDiscussion } from '../../shared/comments/queries.ts';
import { ticketsAbout } from '../../shared/support/about/about.ts';
import { TicketsAbout } from '../../shared/support/about/tickets-about.tsx';
import { Columns } from '../../ui/blocks/section.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { listCategories } from '../catalogue/categories/queries.ts';
import { itemForm } from '../catalogue/items/item-form.ts';
import { ExpectedOrders } from '../catalogue/record/expected-orders.tsx';
import { RecordHeader } from '../catalogue/record/header.tsx';
import { ItemFacts } from '../catalogue/record/item-facts.tsx';
import { ItemHistory } from '../catalogue/record/item-history.tsx';
import { ItemNotices } from '../catalogue/record/item-notices.tsx';
import { StockByPlace } from '../catalogue/record/stock-by-place.tsx';
import { StockCurve } from '../catalogue/record/stock-curve.tsx';
import { StockFigures } from '../catalogue/record/stock-figures.tsx';
import { listPushes } from '../stock-out/queries.ts';
import { ToldStock } from '../stock-out/told/told-stock.tsx';
import type { Route } from './+types/detail-page.ts';
import { UploadButton } from './marketplace-upload/upload-button.tsx';
import { getProduct } from './queries.ts';
import { LinkedItems } from './widgets/linked-items.tsx';
import { OpenOrders } from './widgets/open-orders.tsx';

export const loader = page('work', async ({ tenant, id }) => {
  const [product, categories, discussion, tickets, pushes] = await Promise.all([
    getProduct(tenant, id),
    listCategories(tenant, 'products'),
    readDiscussion(tenant, { type: 'product', id }),
    ticketsAbout(tenant, 'product', id),
    listPushes(tenant, id),
  ]);
  return { product: found(product), discussion, tickets, pushes, form: itemForm(categories, { withSku: false }) };
});

/** A product: available stock, stock by location, channel listings, and the orders that need it. */
export default function ProductPage({ loaderData: { product, discussion, tickets, pushes, form } }: Route.ComponentProps) {
  useLiveReload(['products', 'stock']);
  return (
    <>
      <RecordHeader kind="products" item={product} form={form} actions={<UploadButton product={product} />} />
      <ItemNotices kind="products" item={product} />
      <StockFigures item={product} expected={product.expected.units} />
      <Columns side={<ItemFacts kind="products" item={product} />}>
        <StockByPlace stock={product.stock} onHand={product.quantity_on_hand} />
        <StockCurve kind="products" id={product.id} />
        <LinkedItems product={product} />
        <ToldStock pushes={pushes} aliases={product.linked.filter(({ not_told }) => not_told)} />
        <OpenOrders product={product} />
        <ExpectedOrders expected={product.expected} />
        <ItemHistory
          changes={product.changes}
          box={<CommentBox record={{ type: 'product', id: product.id }} discussion={discussion} />}
          more={commentEntries(discussion)}
        />
        <TicketsAbout type="product" id={product.id} tickets={tickets} />
      </Columns>
    </>
  );
}
