import { OpenButton } from '../../../../../ui/dialog/open-button.tsx';
import { partAhead } from '../../../../../ui/lazily.tsx';
import type { Order } from '../order.ts';

const [SplitDialog, prepare] = partAhead(() => import('./split-dialog.tsx'));

/** Puts some of an order into a second parcel, as long as nothing of it is with the warehouse. */
export const SplitButton = ({ order }: { order: Order }) => order.editable && order.units_ordered >= 2 && <OpensSplit order={order} />;

/** Its dialog goes with it, so that it does not come back by itself where the order may be split again. */
const OpensSplit = ({ order }: { order: Order }) => (
  <OpenButton size="xs" prepare={prepare} dialog={(close) => <SplitDialog order={order} onClose={close} />}>
    {order.is_split ? 'Change Split' : 'Split'}
  </OpenButton>
);
