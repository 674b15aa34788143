import { Loader } from '@mantine/core';
import { ErrorState } from '../../ui/empty-state.tsx';
import { type ChartShape, type Column, chartShape, type OrderHistory } from '../chart-shape.ts';
import { writeFullDay, writeShortDay } from '../days.ts';
import { ChartTable } from './chart-table.tsx';
import classes from './orders-chart.module.css';

type Props = { history: OrderHistory | undefined; failed: boolean; onRetry: () => void };

/**
 * Imported orders a day, stacked by connector, in plain boxes: a chart library would weigh as much as the rest of the page.
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
          <span className={classes.swatch} data-series={at} />
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

function DayColumn({ column: { date, total, parts }, shape: { series, ticks } }: { column: Column; shape: ChartShape }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <div className={classes.column}>
      <div className={classes.stack} style={{ height: `${(total / top) * 100}%` }}>
        {total > 0 && <span className={classes.sum}>{total.toLocaleString('en-US')}</span>}
        {parts.map(
          (part, at) => part > 0 && <span key={series[at]?.name} className={classes.part} data-series={at} style={{ flexGrow: part }} />,
        )}
      </div>
      <DayLabel date={date} />
      <div className={classes.tip}>
        <strong>{writeFullDay(date)}</strong>
        {series.map(({ name, label }, at) => (
          <span key={name}>
            <span className={classes.swatch} data-series={at} />
            {label}
            <b>{parts[at]?.toLocaleString('en-US')}</b>
          </span>
        ))}
        {series.length !== 1 && (
          <span>
            Total <b>{total.toLocaleString('en-US')}</b>
          </span>
        )}
      </div>
    </div>
  );
}

/** On a phone the first day alone names its month. */
function DayLabel({ date }: { date: string }) {
  const [month, day] = writeShortDay(date).split(' ');
  return (
    <span className={classes.day}>
      <span>{month} </span>
      {day}
    </span>
  );
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
