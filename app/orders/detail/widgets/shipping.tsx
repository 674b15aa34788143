import { Text } from '@mantine/core';
import { type Fact, Facts } from '../../../ui/facts.tsx';
import { TrackingLink } from '../../shipping/widgets/tracking-link.tsx';
import { writeWeight } from '../weight.ts';
import type { Order } from './order.ts';

/** The shipping method, warehouse and weight. */
export function Shipping({ order }: { order: Order }) {
  const { shipMethod, shipping_code } = order;
  const method = (
    <>
      {shipMethod ?? shipping_code ?? <span className="lacking">not mapped</span>}
      <SourceMethod order={order} />
    </>
  );
  return <Facts facts={[{ label: 'Shipping Method', value: method }, ...parcelFacts(order)]} />;
}

/** The channel's shipping method: its description and code. */
export function SourceMethod({ order: { source_name, source_shipping, source_shipping_description } }: { order: Order }) {
  const method = source_shipping_description || source_shipping;
  if (!method) return null;
  return (
    <Text span display="block" size="sm" c="var(--text-faint)">
      {source_name}: {method}
      {source_shipping && source_shipping !== method && (
        <>
          {' '}
          <span className="mono">{source_shipping}</span>
        </>
      )}
    </Text>
  );
}

export function parcelFacts({ shipments, weight_grams, warehouse_code }: Order): (Fact | false)[] {
  return [
    {
      label: 'Tracking Number',
      value:
        shipments.length === 0 ? (
          <span className="faint">–</span>
        ) : (
          shipments.map(({ id, trackingNumber, trackingUrl }) => (
            <div key={id}>
              <TrackingLink number={trackingNumber} url={trackingUrl} />
            </div>
          ))
        ),
    },
    weight_grams !== null && weight_grams > 0 && { label: 'Package Weight', value: writeWeight(weight_grams) },
    warehouse_code !== null && { label: 'Warehouse', value: warehouse_code },
  ];
}
