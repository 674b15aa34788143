import { useClock } from '../../../../ui/time/clock.tsx';
import { dayAt } from '../../../../ui/time/day.ts';
import { termsInWords } from '../../../order-flow/values/hold-terms.ts';
import type { OrderInList } from './loaded.ts';

/** Why an order is on hold, and until when. */
export function HoldNote({ order: { hold_reason, hold_until } }: { order: OrderInList }) {
  const { timezone, dateStyle } = useClock();
  const until = hold_until ? dayAt(new Date(hold_until), timezone) : undefined;
  return <span className="soft">On hold{termsInWords({ reason: hold_reason ?? undefined, until }, dateStyle)}</span>;
}
