import { Button } from '@mantine/core';
import { useState } from 'react';
import { ahead } from '../../../../../ui/hooks/drawn.ts';
import { lazily } from '../../../../../ui/lazily.tsx';
import type { Order } from '../order.ts';

const load = () => import('./split-dialog.tsx');
const SplitDialog = lazily(load);
const prepare = ahead(load);

/** Puts some of an order into a second parcel, as long as nothing of it is with the warehouse. */
export const SplitButton = ({ order }: { order: Order }) => order.editable && order.units_ordered >= 2 && <OpensSplit order={order} />;

/** Its dialog goes with it, so that it does not come back by itself where the order may be split again. */
function OpensSplit({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)} onPointerEnter={prepare} onFocus={prepare}>
        {order.is_split ? 'Change Split' : 'Split'}
      </Button>
      {isOpen && <SplitDialog order={order} onClose={() => setOpen(false)} />}
    </>
  );
}
