import { CopyText } from '../../../ui/copy-text.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import { TrackingLink } from '../tracking-link.tsx';
import { writeWeight } from '../weight.ts';
import classes from './facts.module.css';
import type { Order } from './order.ts';
import { ShipTo } from './ship-to.tsx';
import { channelStatus } from './source-status.ts';

/** Every field of the order, by what one looks for. */
export function OrderFacts({ order, countryName }: { order: Order; countryName: string }) {
  const { currency } = order;
  return (
    <>
      <Section title="Customer">
        <ShipTo order={order} countryName={countryName} />
      </Section>
      <Section title="Shipping">
        <Shipping order={order} />
      </Section>
      <Section title="Totals">
        <Facts
          facts={[
            { label: 'Tax', value: <Money amount={order.tax_cost} currency={currency} /> },
            { label: 'Shipping Cost', value: <Money amount={order.shipping_cost} currency={currency} /> },
            {
              label: 'Order Total',
              value: (
                <strong>
                  <Money amount={order.total_cost} currency={currency} />
                </strong>
              ),
            },
          ]}
        />
      </Section>
      <Section title="References">
        <References order={order} />
      </Section>
    </>
  );
}

function Shipping({ order }: { order: Order }) {
  const { shipping_method, shipping_code, source_shipping, source_shipping_description: described, shipments, weight_grams } = order;
  const source = described || source_shipping;
  return (
    <Facts
      facts={[
        {
          label: 'Shipping Method',
          value: (
            <>
              {shipping_method ?? shipping_code ?? <span className={classes.lacking}>not mapped</span>}
              {source && (
                <span className={classes.beside} title={source_shipping ?? undefined}>
                  {order.source_name}: {source}
                </span>
              )}
            </>
          ),
        },
        {
          label: 'Tracking Number',
          value: shipments.length === 0 ? none : shipments.map((parcel) => <Tracking key={parcel.id} parcel={parcel} />),
        },
        weight_grams !== null && weight_grams > 0 && { label: 'Package Weight', value: writeWeight(weight_grams) },
        order.warehouse_code !== null && { label: 'Warehouse', value: order.warehouse_code },
      ]}
    />
  );
}

const Tracking = ({ parcel: { trackingNumber, trackingUrl } }: { parcel: Order['shipments'][number] }) => (
  <div>
    <TrackingLink number={trackingNumber} url={trackingUrl} />
  </div>
);

function References({ order }: { order: Order }) {
  const { source_ref_num, amware_ref_num } = order;
  return (
    <Facts
      facts={[
        { label: 'Order Source', value: `${order.source_name}${order.store_name ? ` · ${order.store_name}` : ''}` },
        { label: 'Source Number', value: <CopyText text={order.source_order_number} /> },
        { label: 'Order Date', value: <ExactTime at={order.order_date} /> },
        { label: 'Status', value: <StatusBadge status={order.order_status} /> },
        { label: 'Source Status', value: <span title={order.source_status}>{channelStatus(order.source_status)}</span> },
        source_ref_num !== null && { label: 'PO Number', value: <CopyText text={source_ref_num} /> },
        { label: 'Amware Number', value: amware_ref_num ? <CopyText text={amware_ref_num} /> : none },
        { label: 'Last Updated', value: <ExactTime at={order.updated_at} /> },
        { label: 'Last Edited by', value: order.updated_by_name ?? none },
      ]}
    />
  );
}

const none = <span className={classes.none}>–</span>;
