import { href } from 'react-router';
import { PageLink } from '../../../../ui/buttons/page-link.tsx';
import { RowActions, RowButton } from '../../../../ui/buttons/row-button.tsx';
import type { Filter, List } from '../../../../ui/list/declaration.ts';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { Delivery } from '../contract.ts';

const badges = {
  waiting: <StatusBadge status="waiting" />,
  delivered: <StatusBadge status="done" label="Delivered" />,
  failed: <StatusBadge status="failed" />,
};

export const deliveryFilters: Filter[] = [
  {
    ...{ kind: 'choice', key: 'state', label: 'State' },
    options: [
      { value: 'waiting', label: 'Waiting' },
      { value: 'delivered', label: 'Delivered' },
      { value: 'failed', label: 'Failed' },
    ],
  },
];

/** What was sent to a webhook. */
export const deliveryList = (onOpen: (id: number) => void): List<Delivery> => ({
  noun: { one: 'delivery', many: 'deliveries' },
  rowKey: ({ id }) => id,
  rowName: ({ type, record_id }) => `${type} of ${record_id}`,
  columns: [
    { key: 'type', title: 'Event', cell: ({ type }) => <span className="mono">{type}</span>, card: 'title' },
    { key: 'record', title: 'Record', width: 110, cell: (delivery) => <Of delivery={delivery} />, card: 'text' },
    { key: 'state', title: 'State', width: 140, cell: ({ state }) => badges[state], card: 'badge' },
    { key: 'reply', title: 'Reply', width: 150, hideBelow: 'md', cell: replyOf },
    { key: 'at', title: 'Happened', width: 130, cell: ({ at }) => <RelativeTime at={at} />, card: 'meta' },
    {
      ...{ key: 'open', title: 'Actions', width: 100, align: 'right', card: 'figure' },
      cell: ({ id, type, record_id }) => (
        <RowActions>
          <RowButton aria-label={`Show ${type} of ${record_id}`} onClick={() => onOpen(id)}>
            Show
          </RowButton>
        </RowActions>
      ),
    },
  ],
});

function replyOf({ status, took_ms, attempts }: Delivery): string {
  if (took_ms === null) return '';
  return `${status ?? 'None'} in ${took_ms.toLocaleString('en-US')} ms${attempts > 1 ? `, try ${attempts}` : ''}`;
}

/** What its number begins with, and its page. */
const records: Record<string, { prefix: string; to: (id: string) => string }> = {
  order: { prefix: 'SO-', to: (id) => href('/orders/:id', { id }) },
  purchase_order: { prefix: 'PO-', to: (id) => href('/purchase-orders/:id', { id }) },
  stock: { prefix: 'Product ', to: (id) => href('/products/:id', { id }) },
};

/** The record that an event is about, and its page if it has one; of a test there is none. */
function Of({ delivery: { type, record_id } }: { delivery: Delivery }) {
  const noun = type.slice(0, type.indexOf('.'));
  if (noun === 'webhook') return null;
  const record = records[noun];
  return record ? <PageLink to={record.to(String(record_id))}>{`${record.prefix}${record_id}`}</PageLink> : `Issue ${record_id}`;
}
