import { found, page } from '../../../../platform/http/page.ts';
import { ticketsAbout } from '../../../shared/support/about/about.ts';
import { TicketsAbout } from '../../../shared/support/about/tickets-about.tsx';
import { Columns } from '../../../ui/blocks/section.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { listCategories } from '../../catalogue/categories/queries.ts';
import { itemForm } from '../../catalogue/items/item-form.ts';
import { ExpectedOrders } from '../../catalogue/record/expected-orders.tsx';
import { RecordHeader } from '../../catalogue/record/header.tsx';
import { ItemFacts } from '../../catalogue/record/item-facts.tsx';
import { ItemHistory } from '../../catalogue/record/item-history.tsx';
import { ItemNotices } from '../../catalogue/record/item-notices.tsx';
import { StockByPlace } from '../../catalogue/record/stock-by-place.tsx';
import { StockCurve } from '../../catalogue/record/stock-curve.tsx';
import { StockFigures } from '../../catalogue/record/stock-figures.tsx';
import type { Route } from './+types/detail-page.ts';
import { getRawMaterial } from './queries.ts';

export const loader = page('work', async ({ tenant, id }) => {
  const [material, categories, tickets] = await Promise.all([
    getRawMaterial(tenant, id),
    listCategories(tenant, 'raw_materials'),
    ticketsAbout(tenant, 'raw_material', id),
  ]);
  return { material: found(material), tickets, form: itemForm(categories, { withSku: false }) };
});

/** A raw material: stock by location, and its reorder point. */
export default function RawMaterialPage({ loaderData: { material, tickets, form } }: Route.ComponentProps) {
  useLiveReload(['raw_materials']);
  return (
    <>
      <RecordHeader kind="raw_materials" item={material} form={form} />
      <ItemNotices kind="raw_materials" item={material} />
      <StockFigures item={material} expected={material.expected.units} />
      <Columns side={<ItemFacts kind="raw_materials" item={material} />}>
        <StockByPlace stock={material.stock} onHand={material.quantity_on_hand} />
        <StockCurve kind="raw_materials" id={material.id} />
        <ExpectedOrders expected={material.expected} />
        <ItemHistory changes={material.changes} />
        <TicketsAbout type="raw_material" id={material.id} tickets={tickets} />
      </Columns>
    </>
  );
}
