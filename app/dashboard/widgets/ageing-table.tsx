import type { Reply } from '../../../platform/endpoint.ts';
import { useClock } from '../../ui/time/clock.tsx';
import type { ordersAgingCall } from '../contract.ts';
import { writeFullDay, zoneAbbreviation } from '../days.ts';
import { FiguresTable } from './figures-table.tsx';

type Props = { ageing: Reply<typeof ordersAgingCall> };

/** Orders that the warehouse packs, by the day they came: the lower a figure stands, the longer it waits. */
export function AgeingTable({ ageing: { aging, total, timezone } }: Props) {
  const { now } = useClock();
  return (
    <FiguresTable
      caption="Order Status: Packing (For the past 10 days)"
      columns={[
        { key: 'date', title: `Date (${zoneAbbreviation(timezone, now)})` },
        { key: 'orders', title: '# Orders' },
      ]}
      rows={aging.map(({ est_date, order_count }) => ({ name: writeFullDay(est_date), figures: [order_count] }))}
      totals={[total]}
    />
  );
}
