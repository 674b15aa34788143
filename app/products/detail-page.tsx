import { found, page } from '../../platform/http/page.ts';
import { RecordHeader } from '../catalogue/record-header.tsx';
import { StockFigures } from '../catalogue/stock-figures.tsx';
import { Columns } from '../ui/section.tsx';
import type { Route } from './+types/detail-page.ts';
import { getProduct } from './queries.ts';
import { LinkedItems } from './widgets/linked-items.tsx';
import { ProductFacts } from './widgets/product-facts.tsx';
import { StockByPlace } from './widgets/stock-by-place.tsx';

export const loader = page('work', async ({ tenant, id }) => ({ product: found(await getProduct(tenant, id)) }));

/** A product: available stock, stock by location, channel listings and their orders. */
export default function ProductPage({ loaderData: { product } }: Route.ComponentProps) {
  return (
    <>
      <RecordHeader kind="products" item={product} />
      <StockFigures item={product} allocated={product.stock.reduce((sum, { allocated }) => sum + allocated, 0)} />
      <Columns side={<ProductFacts product={product} />}>
        <StockByPlace product={product} />
        <LinkedItems product={product} />
      </Columns>
    </>
  );
}
