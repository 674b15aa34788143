import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { Section } from '../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { Product } from './product.ts';

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
      <ShortTable aria-label="Open orders">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Status</th>
            <th scope="col">Source</th>
            <th scope="col" data-figure>
              Units
            </th>
            <th scope="col" data-figure>
              Date
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ id, order_number, order_status, source_name, units: needed, order_date }) => (
            <tr key={id}>
              <td>
                <Link to={href('/orders/:id', { id: String(id) })}>{order_number}</Link>
              </td>
              <td>
                <StatusBadge status={order_status} />
              </td>
              <td>{source_name}</td>
              <td data-figure>{needed.toLocaleString('en-US')}</td>
              <td data-figure>
                <RelativeTime at={order_date} />
              </td>
            </tr>
          ))}
        </tbody>
      </ShortTable>
      {count > orders.length && (
        <Text size="xs" c="dimmed" mt={8}>
          The oldest {orders.length} are shown.
        </Text>
      )}
    </Section>
  );
}
