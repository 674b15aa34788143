import { Box } from '@mantine/core';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeCalendarDay } from '../../../../ui/time/write-time.ts';
import type { OrderHistory } from '../../graphs/chart-shape.ts';
import { FiguresTable } from './figures-table.tsx';

/** The chart's figures as a table, for screen readers and for copying. It has its place before they are there. */
export function ChartTable({ history }: { history?: OrderHistory }) {
  return (
    <Box component="details" mt={8} fz="sm" style={{ visibility: history ? undefined : 'hidden' }}>
      <Box component="summary" c="dimmed" py={4}>
        The chart as a table
      </Box>
      {history && <Figures history={history} />}
    </Box>
  );
}

function Figures({ history: { orders, connectors } }: { history: OrderHistory }) {
  const { dateStyle } = useClock();
  const figuresOf = (counts: Record<string, number>) => {
    const figures = connectors.map(({ name }) => counts[name] ?? 0);
    return [...figures, sum(figures)];
  };
  const rows = orders.map(({ date, counts }) => ({ name: writeCalendarDay(date, dateStyle), figures: figuresOf(counts) }));
  return (
    <FiguresTable
      caption="Imported orders per day and connector"
      columns={[
        { key: 'date', title: 'Date' },
        ...connectors.map(({ name, label }) => ({ key: name, title: label })),
        { key: 'total', title: 'Total' },
      ]}
      rows={rows}
      totals={[...connectors, null].map((_, place) => sum(rows.map(({ figures }) => figures[place] ?? 0)))}
    />
  );
}

const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
