import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { CopyText } from '../../ui/copy-text.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { ExactTime } from '../../ui/time/relative-time.tsx';
import type { Product } from './product.ts';

/** The warehouse's data of a product, and its time. */
export function ProductFacts({ product }: { product: Product }) {
  const { upc, description, warehouse_location, updated_at, stock_taken_at, warehouse } = product;
  return (
    <Section title={warehouse ? `At ${warehouse.name}` : 'At the warehouse'}>
      <Facts
        facts={[
          { label: 'UPC', value: upc ? <CopyText text={upc} /> : '–' },
          { label: 'Location', value: warehouse_location ?? '–' },
          description !== null && { label: 'Description', value: description },
          stock_taken_at !== null && { label: 'Stock Changed', value: <ExactTime at={stock_taken_at} /> },
          { label: 'Last Updated', value: <ExactTime at={updated_at} /> },
        ]}
      />
      <Text size="xs" c="dimmed" mt={8}>
        {warehouse ? (
          <>
            Read from <Link to={href('/settings/connectors/:name', { name: warehouse.slug })}>{warehouse.name}</Link>. Changes there are
            synced automatically.
          </>
        ) : (
          'No warehouse is connected: this is what was read last.'
        )}
      </Text>
    </Section>
  );
}
