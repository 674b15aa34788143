import { Popover } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { RowButton } from '../../../ui/row-button.tsx';
import { type Remedy, remedyLabel } from '../../issues/issue.ts';
import { CompleteAddress } from './address/complete-address.tsx';
import { LinkProduct } from './link-product.tsx';
import { MapLocation } from './map-location.tsx';
import { MapShipping } from './map-shipping.tsx';
import classes from './opened-remedy.module.css';
import type { RemedyIssue } from './remedy.ts';
import { useHints } from './use-hints.ts';
import { useMended } from './use-mended.ts';

type Props = { issue: RemedyIssue; remedy: Remedy };

/** Takes over from the plain button, focus and all, and opens beside it as soon as it knows what to offer. */
export default function OpenedRemedy({ issue, remedy }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState(true);
  const { hints, order, ready } = useHints(issue, remedy, wanted, () => setWanted(false));
  const close = () => setWanted(false);
  const done = useMended(close);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  const form = { issue, onClose: close, onDone: done };
  return (
    <Popover
      opened={wanted && ready}
      position="bottom-end"
      width="min(440px, calc(100vw - 32px))"
      offset={6}
      trapFocus
      returnFocus
      closeOnEscape={false}
      closeOnClickOutside={false}
      hideDetached={false}
      middlewares={{ flip: true, shift: { padding: 16 } }}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Popover.Target>
        <RowButton ref={target} aria-busy={wanted && !ready} onClick={() => setWanted(!wanted)}>
          {remedyLabel[remedy]}
        </RowButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={remedyLabel[remedy]}>
        {hints && remedy === 'link_product' && <LinkProduct {...form} hints={hints} />}
        {hints && remedy === 'map_shipping' && <MapShipping {...form} hints={hints} />}
        {hints && remedy === 'map_location' && <MapLocation {...form} hints={hints} />}
        {order && remedy === 'complete_address' && <CompleteAddress {...form} order={order} />}
      </Popover.Dropdown>
    </Popover>
  );
}
