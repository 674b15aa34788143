import { Path } from '../../../../../ui/blocks/path.tsx';
import type { Order } from '../order.ts';
import { nextStepOf, stepsOf } from './steps.ts';

/** The way of a purchase order as one line, with where it stands and what comes next. */
export const PurchasePath = ({ order }: { order: Order }) => (
  <Path steps={stepsOf(order)} label="The way of this purchase order" waits={nextStepOf(order)} />
);
