import { Link, useSearchParams } from 'react-router';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { changeAddress } from '../../../../ui/list/list-address.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { dayAt } from '../../../../ui/time/day.ts';
import type { LoadedOrders } from './loaded.ts';

/** Says that the scan stopped at its limit, and links to the older orders. */
export function CutShort({ looked_at, back_to }: NonNullable<LoadedOrders['cut_short']>) {
  const [params] = useSearchParams();
  const { timezone } = useClock();
  const day = back_to && dayAt(new Date(back_to), timezone);
  const further = day && day !== params.get('end_at') && <Link to={changeAddress(params, { end_at: day })}>Look further back</Link>;
  return (
    <Notice actions={further}>
      {looked_at.toLocaleString('en-US')} orders were looked through; there may be more that match. Another filter, or a range of dates,
      narrows them.
    </Notice>
  );
}
