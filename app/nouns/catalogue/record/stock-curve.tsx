import { Box } from '@mantine/core';
import { call } from '../../../../platform/call.ts';
import { RecordTable } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { useClock } from '../../../ui/time/clock.tsx';
import { writeCalendarDay } from '../../../ui/time/write-time.ts';
import type { Kind } from '../kinds.ts';
import { type StockDay, stockHistoryCalls } from './curve-contract.ts';

const StockPlot = lazily(() => import('./stock-plot.tsx'));

/** An item's stock over the last days as a curve, and the same as a table. */
export function StockCurve({ kind, id }: { kind: Kind; id: number }) {
  const { data, isError } = useQuery({
    queryKey: ['stock history', kind, id],
    queryFn: ({ signal }) => call(stockHistoryCalls[kind], { params: { id } }, signal),
  });
  return (
    <Section title="Stock over time">
      {isError && <p role="alert">The stock of earlier days could not be loaded.</p>}
      {!data && !isError && <Skeleton rows={4} />}
      {data?.days.length === 0 && <p className="soft">No change of its stock is recorded yet.</p>}
      {data && data.days.length > 0 && (
        <>
          <Box h={244} aria-hidden>
            <StockPlot days={data.days} />
          </Box>
          <StockTable days={data.days} />
        </>
      )}
    </Section>
  );
}

/** Only the days on which something changed, the newest first. */
export function StockTable({ days }: { days: readonly StockDay[] }) {
  const { dateStyle } = useClock();
  const changed = days.filter(({ on_hand, in_stock }, at) => {
    const before = days[at - 1];
    return !before || before.on_hand !== on_hand || before.in_stock !== in_stock;
  });
  return (
    <Box component="details" mt={16} fz="sm">
      <Box component="summary" c="dimmed" py={4}>
        The curve as a table
      </Box>
      <RecordTable
        label="Stock over time"
        rows={changed.toReversed()}
        rowKey={({ date }) => date}
        columns={[
          { title: 'Date', cell: ({ date }) => writeCalendarDay(date, dateStyle) },
          { title: 'On Hand', figure: true, cell: ({ on_hand }) => on_hand.toLocaleString('en-US') },
          { title: 'Available in Stock', figure: true, cell: ({ in_stock }) => in_stock.toLocaleString('en-US') },
        ]}
      />
    </Box>
  );
}
