import { Popover } from '@mantine/core';
import { useClickOutside, useWindowEvent } from '@mantine/hooks';
import { call } from '../../../../../platform/call.ts';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { ItemPicture } from '../../../../ui/picture/item-picture.tsx';
import { errorMessage } from '../../../../ui/words/error-message.ts';
import { getOrderCall, type OrderDetail } from '../../../order-flow/contract/detail.ts';
import classes from './lines.module.css';

type Props = {
  order: Pick<OrderDetail, 'id' | 'order_number'>;
  /** A press on it is its own matter. */
  button: React.RefObject<HTMLElement | null>;
  /** It takes the focus: a pointer that rests on the number does not want it there. */
  isPressed: boolean;
  onClose: () => void;
};

/** So many lines are shown; an order may have hundreds. */
const most = 12;

/** The lines of an order, read when they are looked at. */
export default function OpenedLines({ order: { id, order_number }, button, isPressed, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['lines of order', id],
    staleTime: 10_000,
    queryFn: ({ signal }) => call(getOrderCall, { params: { id } }, signal),
  });
  const dropdown = useClickOutside(({ target }) => !(target instanceof Node && button.current?.contains(target)) && onClose());
  // Also while the focus is elsewhere, as under a pointer that rests on the number.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose());
  return (
    <Popover
      opened
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom-end"
      offset={4}
      width={340}
      trapFocus={isPressed}
      withRoles={false}
      hideDetached={false}
      middlewares={{ flip: true, shift: { padding: 16 } }}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown ref={dropdown} role="dialog" aria-label={`Lines of ${order_number}`} tabIndex={-1} className={classes.lines}>
        {error ? <p role="alert">{errorMessage(error)}</p> : data ? <Lines lines={data.lines} /> : <Skeleton rows={3} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Lines({ lines }: Pick<OrderDetail, 'lines'>) {
  const goods = lines.filter(({ is_charge }) => !is_charge);
  if (goods.length === 0) return <p className="soft">It has no goods.</p>;
  return (
    <>
      <ul>
        {goods.slice(0, most).map(({ id, sku, name, quantity, imageUrl }) => (
          <li key={id} className={classes.line}>
            <ItemPicture address={imageUrl} />
            <span className={classes.what}>
              <span className="mono">{sku || '–'}</span>
              <span className="soft">{name}</span>
            </span>
            <span className="figure">{quantity.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
      {goods.length > most && <p className="soft">and {(goods.length - most).toLocaleString('en-US')} more</p>}
    </>
  );
}
