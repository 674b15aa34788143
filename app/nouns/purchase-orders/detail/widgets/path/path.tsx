import { Path } from '../../../../../ui/blocks/path.tsx';
import type { Order } from '../order.ts';
import { RunningReceipts } from './running-receipts.tsx';
import { nextStepOf, stepsOf } from './steps.ts';

/** The way of a purchase order as one line, with where it stands, and what runs or comes next. */
export function PurchasePath({ order }: { order: Order }) {
  const waits = order.running === null ? nextStepOf(order) : <RunningReceipts runId={order.running} />;
  return <Path steps={stepsOf(order)} label="The way of this purchase order" waits={waits} />;
}
