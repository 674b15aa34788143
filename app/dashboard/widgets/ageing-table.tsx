import { useClock } from '../../ui/time/clock.tsx';
import { writeFullDay, zoneAbbreviation } from '../days.ts';
import classes from './day-table.module.css';

type Props = { ageing: { aging: { est_date: string; order_count: number }[]; total: number; timezone: string } };

/** Orders in packing by the day they arrived, the oldest at the bottom. */
export function AgeingTable({ ageing: { aging, total, timezone } }: Props) {
  const { now } = useClock();
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>Order Status: Packing (For the past 10 days)</caption>
      <thead>
        <tr>
          <th scope="col">Date ({zoneAbbreviation(timezone, now)})</th>
          <th scope="col"># Orders</th>
        </tr>
      </thead>
      <tbody>
        {aging.map(({ est_date, order_count }) => (
          <tr key={est_date} data-none={order_count === 0 || undefined}>
            <th scope="row">{writeFullDay(est_date)}</th>
            <td>{order_count.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total orders</th>
          <td>{total.toLocaleString('en-US')}</td>
        </tr>
      </tfoot>
    </table>
  );
}
