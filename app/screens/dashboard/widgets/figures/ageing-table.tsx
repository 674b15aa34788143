import type { Reply } from '../../../../../platform/endpoint.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeCalendarDay, zoneAbbreviation } from '../../../../ui/time/write-time.ts';
import type { ordersAgingCall } from '../../contract.ts';
import { FiguresTable } from '../graphs/figures-table.tsx';

type Props = { ageing: Reply<typeof ordersAgingCall> };

/** Orders that the warehouse packs, by the day they came: the lower a figure stands, the longer it waits. */
export function AgeingTable({ ageing: { aging, total, timezone } }: Props) {
  const { now, dateStyle } = useClock();
  return (
    <FiguresTable
      caption="Order Status: Packing (For the past 10 days)"
      columns={[
        { key: 'date', title: `Date (${zoneAbbreviation(timezone, now)})` },
        { key: 'orders', title: '# Orders' },
      ]}
      rows={aging.map(({ est_date, order_count }) => ({ name: writeCalendarDay(est_date, dateStyle), figures: [order_count] }))}
      totals={[total]}
    />
  );
}
