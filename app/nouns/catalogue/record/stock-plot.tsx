import '@mantine/charts/styles.layer.css';
import '@mantine/core/styles/ColorSwatch.layer.css';
import { LineChart } from '@mantine/charts';
import { useClock } from '../../../ui/time/clock.tsx';
import { writeCalendarDay, writeShortDay } from '../../../ui/time/write-time.ts';
import type { StockDay } from './curve-contract.ts';

/** The curve with its axes and the figures of the day that is pointed at. Brings the chart library with it: load it lazily. */
export default function StockPlot({ days }: { days: readonly StockDay[] }) {
  const { dateStyle } = useClock();
  return (
    <LineChart
      h="100%"
      data={[...days]}
      dataKey="date"
      series={[
        // Drawn one over the other: what can be sold lies on top.
        { name: 'on_hand', label: 'On Hand', color: 'var(--series-5)' },
        { name: 'in_stock', label: 'Available in Stock', color: 'var(--series-0)' },
      ]}
      // A count holds until the next one.
      curveType="stepAfter"
      withDots={false}
      withLegend
      legendProps={{ verticalAlign: 'bottom', height: 24 }}
      strokeWidth={1.5}
      valueFormatter={(units) => units.toLocaleString('en-US')}
      xAxisProps={{ tickFormatter: (day: string) => writeShortDay(day, dateStyle), minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 52 }}
      gridColor="var(--rule)"
      textColor="var(--text-soft)"
      strokeDasharray="0"
      tooltipProps={{ labelFormatter: (date) => (date ? writeCalendarDay(String(date), dateStyle) : '') }}
      // The table says the same in figures, and what is inside a picture cannot be focused.
      lineChartProps={{ accessibilityLayer: false }}
    />
  );
}
