import { TicketsAbout } from '../../../shared/support/about/tickets-about.tsx';
import { Columns } from '../../../ui/blocks/section.tsx';
import type { TimelineEntry } from '../../../ui/blocks/timeline.tsx';
import { type Kind, kinds } from '../kinds.ts';
import { ExpectedOrders } from './expected-orders.tsx';
import { RecordHeader } from './header.tsx';
import { ItemFacts } from './item-facts.tsx';
import { ItemHistory } from './item-history.tsx';
import { ItemNotices } from './item-notices.tsx';
import type { BesideItem, Item } from './read-item.ts';
import { StockByPlace } from './stock-by-place.tsx';
import { StockCurve } from './stock-curve.tsx';
import { StockFigures } from './stock-figures.tsx';

type Props = BesideItem & {
  kind: Kind;
  item: Item;
  actions?: React.ReactNode;
  /** Below its title. */
  tags: React.ReactNode;
  /** What stands between its stock and what is expected. */
  children?: React.ReactNode;
  /** What colleagues say about it: the box for a comment, and those that there are. */
  box?: React.ReactNode;
  comments?: readonly TimelineEntry[];
};

/** An item: its stock by location and over time, what is expected, and its history. */
export function ItemPage({ kind, item, form, tickets, actions, tags, children, box, comments }: Props) {
  return (
    <>
      <RecordHeader kind={kind} item={item} form={form} actions={actions} tags={tags} />
      <ItemNotices kind={kind} item={item} />
      <StockFigures item={item} expected={item.expected.units} />
      <Columns side={<ItemFacts kind={kind} item={item} />}>
        <StockByPlace kind={kind} stock={item.stock} onHand={item.quantity_on_hand} />
        <StockCurve kind={kind} id={item.id} />
        {children}
        <ExpectedOrders expected={item.expected} />
        <ItemHistory changes={item.changes} box={box} more={comments} />
        <TicketsAbout type={kinds[kind].type} id={item.id} tickets={tickets} />
      </Columns>
    </>
  );
}
