import { Path } from '../../../../../ui/blocks/path.tsx';
import { type StepKey, stepsOf } from '../../steps.ts';
import type { Order } from '../order.ts';

/** The order's steps as one line, with the current step and what it waits for. */
export function OrderPath({ order }: { order: Order }) {
  const steps = stepsOf(order).map((step) => ({ ...step, name: names[step.key] }));
  return <Path steps={steps} label="The way of this order" waits={order.waits_for} />;
}

const names: Record<StepKey, string> = {
  arrived: 'Arrived',
  checked: 'Checked',
  sent: 'Sent',
  packed: 'Packed',
  shipped: 'Shipped',
  confirmed: 'Confirmed',
};
