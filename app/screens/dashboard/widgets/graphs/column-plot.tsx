import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeCalendarDay, writeShortDay } from '../../../../ui/time/write-time.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { ChartShape } from '../../graphs/chart-shape.ts';
import { seriesColour, seriesFill } from './series.tsx';

/** The columns with their axes and the figures of the day that is pointed at. Brings the chart library with it: load it lazily. */
export default function ColumnPlot({ shape: { columns, series } }: { shape: ChartShape }) {
  const { dateStyle } = useClock();
  const keys = series.map((_, at) => `series-${at}`);
  return (
    <BarChart
      h="100%"
      type="stacked"
      data={columns.map(({ date, parts, total }) => ({ date, total, ...Object.fromEntries(parts.map((part, at) => [keys[at], part])) }))}
      dataKey="date"
      series={series.map(({ label }, at) => ({ name: `series-${at}`, label, color: seriesColour(at) }))}
      barProps={({ name }) => ({ fill: seriesFill(keys.indexOf(name)) })}
      maxBarWidth={64}
      valueFormatter={writeCount}
      xAxisProps={{ tickFormatter: (day: string) => writeShortDay(day, dateStyle), minTickGap: 12 }}
      barChartProps={{ margin: { top: 14 } }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      gridColor="var(--rule)"
      textColor="var(--text-soft)"
      // The library asks for a label when no day is pointed at, too.
      tooltipProps={{
        labelFormatter: (date, parts) => (date ? `${writeCalendarDay(String(date), dateStyle)} · ${ordersOf(parts[0]?.payload)}` : ''),
      }}
      withBarValueLabel
      valueLabelProps={({ name }) => (name === keys.at(-1) ? sumAbove : { content: () => null })}
      strokeDasharray="0"
      // The table says the same in figures, and what is inside a picture cannot be focused.
      accessibilityLayer={false}
    />
  );
}

/** The day's total over all series. */
const ordersOf = (day: { total: number } | undefined) => countedWords(day?.total ?? 0, 'order');

const writeCount = (count: number) => count.toLocaleString('en-US');

/** Of all series, above the last of them. */
const sumAbove = { dataKey: 'total', formatter: (total: unknown) => (Number(total) > 0 ? writeCount(Number(total)) : '') };
