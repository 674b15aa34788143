import { Flex, Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { Section } from '../../ui/section.tsx';
import type { StockCounts as Counts } from '../stock.ts';

const figures = [
  { state: 'low', label: 'Low stock', hint: 'Products and raw materials below their reorder point' },
  { state: 'out', label: 'Out of stock', hint: 'Counted by the warehouse, and none left' },
] as const;

/** How many items there is too little of; each figure leads to their list. */
export function StockCounts({ counts }: { counts: Counts }) {
  return (
    <Section title="Stock">
      <Flex component="dl" wrap="wrap" gap="12px 40px">
        {figures.map(({ state, label, hint }) => (
          <div key={state} title={hint}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" fz="1.125rem" className="figure">
              <Link to={`${href('/products')}?stock=${state}`} aria-label={`${label}: ${written(counts[state])}`}>
                {written(counts[state])}
              </Link>
            </Text>
          </div>
        ))}
      </Flex>
    </Section>
  );
}

const written = ({ count, more }: Counts['low']) => `${count.toLocaleString('en-US')}${more ? '+' : ''}`;
