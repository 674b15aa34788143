import { Loader } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { ErrorState } from '../../../../ui/blocks/empty-state.tsx';
import { type ChartShape, chartShape, type OrderHistory } from '../../graphs/chart-shape.ts';
import { ChartTable } from './chart-table.tsx';
import classes from './orders-chart.module.css';
import { SeriesPatterns, Swatch } from './series.tsx';

type Props = { history: OrderHistory | undefined; failed: boolean; onRetry: () => void };

const loadPlot = () => import('./column-plot.tsx');
const ColumnPlot = lazy(() => loadPlot().catch(() => ({ default: NotLoaded })));

/** Imported orders a day, stacked by connector. What draws them comes with the figures; a table says the same. */
export function OrdersChart({ history, failed, onRetry }: Props) {
  if (!history)
    return (
      <>
        <div className={classes.place}>{failed ? <Failed onRetry={onRetry} /> : <Loading />}</div>
        <ChartTable />
      </>
    );
  const shape = chartShape(history);
  const written = `${shape.total.toLocaleString('en-US')} imported orders, stacked by connector and day. The table below says the same.`;
  return (
    <>
      <figure className={classes.place} role="img" aria-label={written}>
        <SeriesPatterns />
        <Legend shape={shape} />
        <div className={classes.plot}>
          <Suspense fallback={<Loading />}>
            <ColumnPlot shape={shape} />
          </Suspense>
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

/** Loads what draws them while the figures are on their way. */
function Loading() {
  useEffect(() => void loadPlot().catch(() => undefined), []);
  return (
    <div className={classes.loading} role="status" aria-label="Loading the chart">
      <Loader size={28} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <ErrorState title="The chart could not be loaded" onRetry={onRetry}>
      The other figures on this page are not affected.
    </ErrorState>
  );
}

function NotLoaded() {
  return <p className={classes.none}>The chart could not be loaded. Its figures are in the table below.</p>;
}
