import { useEffect, useRef, useState } from 'react';
import { remedyLabel } from '../../shared/issues/issue.ts';
import type { Remedy } from '../../shared/issues/issue-type.ts';
import { RowButton } from '../../ui/buttons/row-button.tsx';
import { AnchoredPanel } from '../../ui/dialog/anchored-panel.tsx';
import { PlaceReceipt } from './buttons/place-receipt.tsx';
import { CompleteAddress } from './complete-address/complete-address.tsx';
import { ChooseImport } from './deciding/choose-import.tsx';
import { CompareOrders } from './deciding/compare-orders.tsx';
import { FormerWarehouse, FormerWarehouses } from './deciding/former-warehouse.tsx';
import { FoundOtherwise } from './deciding/found-otherwise.tsx';
import { LinkProduct } from './mapping/link-product.tsx';
import { MapLocation } from './mapping/map-location.tsx';
import { MapShipping } from './mapping/map-shipping.tsx';
import type { RemedyIssue } from './remedy.ts';
import { useHints } from './use-hints.ts';
import { useMended } from './use-panel.ts';

type Props = { issue: RemedyIssue; remedy: Remedy };

/** Replaces the plain button, keeps its focus, and opens beside it once its data is loaded. */
export default function OpenedRemedy({ issue, remedy }: Props) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpening, setOpening] = useState(true);
  const { hints, order, orders, receipt, prepared, ready } = useHints(issue, remedy, isOpening, () => setOpening(false));
  const close = () => setOpening(false);
  const done = useMended(close);
  useEffect(() => target.current?.focus({ preventScroll: true }), []);
  const form = { issue, onClose: close, onDone: done };
  const opened = isOpening && ready;
  return (
    <AnchoredPanel
      opened={opened}
      label={remedyLabel[remedy]}
      onClose={close}
      button={
        <RowButton
          ref={target}
          aria-haspopup="dialog"
          aria-expanded={opened}
          aria-busy={isOpening && !ready}
          onClick={() => setOpening(!isOpening)}
        >
          {remedyLabel[remedy]}
        </RowButton>
      }
    >
      {hints && remedy === 'link_product' && <LinkProduct {...form} hints={hints} />}
      {hints && remedy === 'map_shipping' && <MapShipping {...form} hints={hints} />}
      {hints && remedy === 'map_location' && <MapLocation {...form} hints={hints} />}
      {orders && remedy === 'compare_orders' && <CompareOrders {...form} orders={orders} />}
      {hints && remedy === 'choose_import' && <ChooseImport {...form} hints={hints} />}
      {prepared && remedy === 'decide_former' && <FormerWarehouses {...form} prepared={prepared} />}
      {!prepared && remedy === 'decide_former' && <FormerWarehouse {...form} />}
      {remedy === 'decide_found' && <FoundOtherwise {...form} />}
      {order && remedy === 'complete_address' && <CompleteAddress {...form} order={order} onDone={(message) => done({ message })} />}
      {receipt && remedy === 'place_receipt' && <PlaceReceipt {...form} receipt={receipt} />}
    </AnchoredPanel>
  );
}
