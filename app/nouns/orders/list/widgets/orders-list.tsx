import { href } from 'react-router';
import { IssueNote } from '../../../../shared/issues/remedy/issue-note.tsx';
import type { RemedyIssue } from '../../../../shared/issues/remedy/remedy.ts';
import type { List } from '../../../../ui/list/declaration.ts';
import { writeMoney } from '../../../../ui/text/money.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { unshippedStatuses } from '../../../order-flow/order.ts';
import { orderBulk } from './bulk.tsx';
import { countryCode, HoldNote, orderName, orderState } from './cells.tsx';
import { orderFilters } from './filters.ts';
import { LinesButton } from './lines-button.tsx';
import type { LoadedOrders, OrderInList } from './loaded.ts';
import { moreColumns } from './more-columns.tsx';

/** The declaration of the orders list; `reload` reloads it after a bulk action. */
export function ordersList(
  loaded: Pick<LoadedOrders, 'sources' | 'tagNames' | 'filter' | 'accountId'>,
  reload: () => void,
): List<OrderInList> {
  return {
    ...list,
    bulk: orderBulk(loaded, reload),
    filters: orderFilters(loaded.sources, loaded.tagNames),
  };
}

const remedied = (order: OrderInList, issue: NonNullable<OrderInList['issue']>): RemedyIssue => ({
  ...{ ...issue, connection_id: order.connection_id, slug: order.order_source, order_id: order.id },
});

/** What stopped it, with its remedy, and why it is on hold; null where there is nothing to say. */
export function noteOf(order: OrderInList) {
  if (order.gone) return null;
  const issue = order.issue && <IssueNote issue={remedied(order, order.issue)} others={order.open_issues - 1} also={order.also} />;
  const isExplained = order.on_hold && (order.hold_reason || order.hold_until) && unshippedStatuses.includes(order.order_status);
  if (!isExplained) return issue;
  return (
    <>
      {issue}
      <HoldNote order={order} />
    </>
  );
}

const list: List<OrderInList> = {
  noun: { one: 'order', many: 'orders' },
  rowKey: ({ id }) => id,
  rowHref: ({ id }) => href('/orders/:id', { id: String(id) }),
  rowEditHref: ({ id }) => `${href('/orders/:id', { id: String(id) })}?edit=1`,
  rowName: ({ order_number }) => order_number,
  rowTags: ({ tags }) => tags,
  rowNote: noteOf,
  columns: [
    { key: 'order_number', title: 'Order', sort: 'DESC', width: 176, card: 'title', cell: orderName },
    { key: 'order_status', title: 'Status', sort: 'ASC', width: 160, card: 'badge', cell: orderState },
    { key: 'order_source', title: 'Source', width: 132, hideBelow: 'md', cell: ({ source_name }) => source_name },
    { key: 'customer_name', title: 'Customer', sort: 'ASC', card: 'text', cell: ({ customer_name }) => customer_name || '–' },
    { key: 'country', title: 'Country', width: 84, hideBelow: 'lg', cell: countryCode },
    {
      key: 'units_ordered',
      title: 'Units',
      width: 72,
      align: 'right',
      hideBelow: 'md',
      cell: (order) => <LinesButton order={order} />,
    },
    {
      key: 'total_cost',
      title: 'Total',
      sort: 'DESC',
      width: 112,
      align: 'right',
      hideBelow: 'sm',
      card: 'figure',
      cell: ({ total_cost, currency }) => writeMoney(total_cost, currency),
    },
    {
      key: 'order_date',
      title: 'Date',
      sort: 'DESC',
      width: 96,
      align: 'right',
      card: 'meta',
      cell: ({ order_date }) => <RelativeTime at={order_date} />,
    },
    ...moreColumns,
  ],
};
