import type { OrderHistory } from '../chart-shape.ts';
import { writeFullDay } from '../days.ts';
import classes from './chart-table.module.css';
import table from './day-table.module.css';

type Props = { history: OrderHistory };

/** The chart's figures as a table, for screen readers and for copying. */
export function ChartTable({ history: { orders, connectors } }: Props) {
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);
  const columns = [
    ...connectors.map(({ name, label }) => ({ name, label, of: (counts: Record<string, number>) => counts[name] ?? 0 })),
    { name: 'total', label: 'Total', of: sum },
  ];
  return (
    <details className={classes.details}>
      <summary>The chart as a table</summary>
      <div className={classes.figures}>
        <table className={table.table}>
          <caption className={table.caption}>Imported orders per day and connector</caption>
          <thead>
            <tr>
              {['Date', ...columns.map(({ label }) => label)].map((label, at) => (
                <th key={columns[at - 1]?.name ?? 'date'} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {orders.map(({ date, counts }) => (
              <tr key={date} data-none={sum(counts) === 0 || undefined}>
                <th scope="row">{writeFullDay(date)}</th>
                {columns.map(({ name, of }) => (
                  <td key={name}>{of(counts).toLocaleString('en-US')}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total orders</th>
              {columns.map(({ name, of }) => (
                <td key={name}>{orders.reduce((total, { counts }) => total + of(counts), 0).toLocaleString('en-US')}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}
