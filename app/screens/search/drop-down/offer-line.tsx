import type { FoundItem } from '../../../nouns/catalogue/contract.ts';
import type { FoundPurchaseOrder } from '../../../nouns/purchase-flow/contract/purchase-orders.ts';
import { PurchaseStatusBadge } from '../../../nouns/purchase-orders/status-badge.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import type { FoundOrder } from '../contract.ts';
import { ShortDate } from '../widgets/short-date.tsx';
import classes from './drop-down.module.css';
import type { Offer } from './offers.ts';

/** What a line of the drop-down says of its record. */
export function OfferLine({ offer }: { offer: Offer }) {
  if (offer.what === 'all') return <span className={classes.all}>{offer.label}</span>;
  if (offer.what === 'item') return <ItemLine item={offer.item} />;
  return offer.what === 'purchase_order' ? <PurchaseLine order={offer.order} /> : <OrderLine order={offer.order} />;
}

const ItemLine = ({ item: { sku, name, quantity_on_hand, quantity_on_hold } }: { item: FoundItem }) => (
  <>
    <span className={classes.number}>{sku}</span>
    <span className={classes.name}>{name}</span>
    <span className={classes.aside}>{(quantity_on_hand - quantity_on_hold).toLocaleString('en-US')} available</span>
  </>
);

const OrderLine = ({ order: { order_number, source_order_number, customer_name, order_status, order_date } }: { order: FoundOrder }) => (
  <NumberedLine
    {...{ own: order_number, source: source_order_number, name: customer_name, at: order_date }}
    badge={<StatusBadge status={order_status} />}
  />
);

const PurchaseLine = ({ order: { po_number, source_number, vendor_name, status, ordered_at } }: { order: FoundPurchaseOrder }) => (
  <NumberedLine
    {...{ own: po_number, source: source_number, name: vendor_name, at: ordered_at }}
    badge={<PurchaseStatusBadge status={status} />}
  />
);

type Numbered = { own: string; source: string; name: string; badge: React.ReactNode; at: Date | string };

const NumberedLine = ({ own, source, name, badge, at }: Numbered) => (
  <>
    <span className={classes.number}>
      {own} <span className="faint">{source}</span>
    </span>
    <span className={classes.name}>{name}</span>
    <span className={classes.aside}>
      <span className={classes.status}>{badge}</span>
      <ShortDate at={at} />
    </span>
  </>
);
