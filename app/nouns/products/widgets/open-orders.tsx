import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { RecordTable, type TableColumn } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Product } from './product.ts';

type Order = Product['orders']['orders'][number];

/** The orders that need this product, the oldest first. */
export function OpenOrders({ product: { orders: open } }: { product: Product }) {
  const { orders, count, units, all } = open;
  if (count === 0)
    return (
      <Section title="Open orders">
        <p className="soft">{all ? 'No open order needs it.' : 'None of its newest orders is open.'}</p>
      </Section>
    );
  return (
    <Section title="Open orders" count={count}>
      <p className="soft">{countedWords(units, 'unit has', 'units have')} not shipped yet.</p>
      <RecordTable label="Open orders" columns={columns} rows={orders} rowKey={({ id }) => id} />
      {count > orders.length && (
        <Text size="xs" c="dimmed" mt={8}>
          The oldest {orders.length} are shown.
        </Text>
      )}
    </Section>
  );
}

const columns: TableColumn<Order>[] = [
  { title: 'Order', cell: ({ id, order_number }) => <Link to={href('/orders/:id', { id: String(id) })}>{order_number}</Link> },
  { title: 'Status', cell: ({ order_status }) => <StatusBadge status={order_status} /> },
  { title: 'Source', cell: ({ source_name }) => source_name },
  { title: 'Units', figure: true, cell: ({ units }) => units.toLocaleString('en-US') },
  { title: 'Date', figure: true, cell: ({ order_date }) => <RelativeTime at={order_date} /> },
];
