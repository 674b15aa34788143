import { found, page } from '../../../platform/http/page.ts';
import { CommentBox, commentEntries } from '../../shared/comments/discussion.tsx';
import { readDiscussion } from '../../shared/comments/queries.ts';
import { RecordTags } from '../../shared/tags/record-tags.tsx';
import { tagsOfRecord } from '../../shared/tags/tags.ts';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { ItemPage } from '../catalogue/record/item.tsx';
import { readBesideItem } from '../catalogue/record/read-item.ts';
import { SentStock } from '../stock-out/panels/sent-stock.tsx';
import { listPushes } from '../stock-out/queries.ts';
import type { Route } from './+types/detail-page.ts';
import { UploadButton } from './marketplace-upload/upload-button.tsx';
import { getProduct } from './queries.ts';
import { LinkedItems } from './widgets/linked-items.tsx';
import { OpenOrders } from './widgets/open-orders.tsx';

export const loader = page('work', async ({ tenant, id }) => {
  const [product, beside, discussion, tags, pushes] = await Promise.all([
    getProduct(tenant, id),
    readBesideItem(tenant, 'products', id),
    readDiscussion(tenant, { type: 'product', id }),
    tagsOfRecord(tenant, { type: 'product', id }),
    listPushes(tenant, id),
  ]);
  return { product: found(product), discussion, tags, pushes, ...beside };
});

/** A product: available stock, stock by location, channel listings, and the orders that need it. */
export default function ProductPage({ loaderData: { product, discussion, tags, pushes, ...beside } }: Route.ComponentProps) {
  useLiveReload(['products', 'stock']);
  return (
    <ItemPage
      key={product.id}
      {...{ kind: 'products', item: product, ...beside, comments: commentEntries(discussion) }}
      actions={<UploadButton product={product} />}
      tags={<RecordTags record={{ type: 'product', id: product.id }} tags={tags} />}
      box={<CommentBox record={{ type: 'product', id: product.id }} discussion={discussion} />}
    >
      <LinkedItems product={product} />
      <SentStock pushes={pushes} aliases={product.linked.filter(({ not_told }) => not_told)} />
      <OpenOrders product={product} />
    </ItemPage>
  );
}
