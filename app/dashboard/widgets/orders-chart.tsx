import { Loader } from '@mantine/core';
import { ErrorState } from '../../ui/empty-state.tsx';
import { type ChartShape, chartShape, type OrderHistory } from '../chart-shape.ts';
import { ChartTable } from './chart-table.tsx';
import { DayColumn } from './day-column.tsx';
import classes from './orders-chart.module.css';
import { Swatch } from './swatch.tsx';

type Props = { history: OrderHistory | undefined; failed: boolean; onRetry: () => void };

/**
 * Imported orders a day, stacked by connector, in plain boxes: a chart library would add two thirds to the page’s JavaScript.
 * Each connector has a colour and a pattern, and a table says the same in figures.
 */
export function OrdersChart({ history, failed, onRetry }: Props) {
  if (!history) return <div className={classes.place}>{failed ? <Failed onRetry={onRetry} /> : <Loading />}</div>;
  const shape = chartShape(history);
  const written = `${shape.total.toLocaleString('en-US')} imported orders, stacked by connector and day. The table below says the same.`;
  return (
    <>
      <figure className={classes.place} role="img" aria-label={written}>
        <Legend shape={shape} />
        <div className={classes.plot}>
          <Axis ticks={shape.ticks} />
          <div className={classes.columns}>
            {shape.columns.map((column) => (
              <DayColumn key={column.date} column={column} shape={shape} />
            ))}
          </div>
          {shape.total === 0 && <p className={classes.none}>No orders were imported in these days.</p>}
        </div>
      </figure>
      <ChartTable history={history} />
    </>
  );
}

function Legend({ shape: { series } }: { shape: ChartShape }) {
  return (
    <ul className={classes.legend}>
      {series.map(({ name, label, total }, at) => (
        <li key={name}>
          <Swatch series={at} />
          {label} <span className={classes.total}>{total.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  );
}

function Axis({ ticks }: { ticks: number[] }) {
  const top = ticks.at(-1) ?? 1;
  return ticks.map((tick) => (
    <div key={tick} className={classes.tick} style={{ bottom: `${(tick / top) * 100}%` }}>
      <span>{tick.toLocaleString('en-US')}</span>
    </div>
  ));
}

function Loading() {
  return (
    <div className={classes.loading} role="status" aria-label="Loading the chart">
      <Loader size={28} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState title="The chart could not be loaded" onRetry={onRetry}>
      The other figures on this page are not touched by it.
    </ErrorState>
  );
}
