import { Text } from '@mantine/core';
import { Ago } from '../../../ui/time/relative-time.tsx';
import type { ItemRecord } from './read.ts';
import classes from './stock-figures.module.css';

type Facts = 'quantity_on_hand' | 'quantity_on_hold' | 'stock' | 'stock_taken_at' | 'counted_at' | 'promised';
type Props = {
  item: Pick<ItemRecord, Facts>;
  /** Units that purchase orders will bring. */
  expected: number;
};

/** Available stock, the figures it is computed from, and when that was last true. */
export function StockFigures({ item, expected }: Props) {
  const { quantity_on_hand, quantity_on_hold, stock, stock_taken_at, counted_at, promised } = item;
  const allocated = stock.reduce((sum, place) => sum + place.allocated, 0);
  return (
    <>
      <dl className={classes.figures}>
        <Figure label="Available in Stock" units={quantity_on_hand - quantity_on_hold} hint="On hand minus on hold" />
        <Figure label="On Hand" units={quantity_on_hand} />
        <Figure label="On Hold" units={quantity_on_hold} />
        <Figure label="Allocated" units={allocated} hint="Reserved by the warehouse for orders that have not shipped yet" />
        {promised !== null && <Figure label="Promised" units={promised} hint="For orders that are ready and not yet with the warehouse" />}
        <Figure label="Expected" units={expected} hint="On purchase orders that have not been received" />
      </dl>
      <Text size="xs" c="dimmed" mb={28}>
        {stock_taken_at === null ? (
          'The warehouse has not counted it yet.'
        ) : (
          <>
            Last changed <Ago at={stock_taken_at} />
            {counted_at && (
              <>
                ; last counted <Ago at={counted_at} />
              </>
            )}
            .
          </>
        )}
      </Text>
    </>
  );
}

function Figure({ label, units, hint }: { label: string; units: number; hint?: string }) {
  return (
    <div title={hint}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Text component="dd" fz="1.125rem" className="figure">
        {units.toLocaleString('en-US')}
      </Text>
    </div>
  );
}
