import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { type Fact, Facts } from '../../../../../ui/blocks/facts.tsx';
import { TrackingLink } from '../../../widgets/tracking-link.tsx';
import { packageWeight, writeWeight } from '../../weight.ts';
import type { Order } from '../order.ts';

/** The shipping method, warehouse and weight. */
export function Shipping({ order }: { order: Order }) {
  const { shipMethod, shipping_code } = order;
  const method = (
    <>
      {shipMethod ?? shipping_code ?? <span className="lacking">not mapped</span>}
      <SourceMethod order={order} />
      {shipping_code && order.source_shipping && (
        <Text
          component={Link}
          to={href('/settings/connectors/:name', { name: order.order_source })}
          size="sm"
          aria-label={`How it is mapped: ${order.source_shipping}`}
          data-on-screen
        >
          How it is mapped
        </Text>
      )}
    </>
  );
  return <Facts facts={[{ label: 'Shipping Method', value: method }, ...parcelFacts(order), warehouseFact(order)]} />;
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

export function parcelFacts(order: Order): (Fact | false)[] {
  const { shipments } = order;
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
    weightFact(order),
  ];
}

/** The building that it leaves from, and whether a person chose it. */
export function warehouseFact({ warehouse_code, edited_fields }: Order): Fact | false {
  const isChosen = edited_fields.includes('warehouse_code');
  return (
    warehouse_code !== null && {
      label: 'Warehouse',
      value: (
        <>
          {warehouse_code}
          {isChosen && (
            <Text span display="block" size="sm" c="var(--text-faint)">
              Chosen by hand
            </Text>
          )}
        </>
      ),
    }
  );
}

/** What the parcels weigh once all have been weighed, and the channel's figure beside it where that differs. */
function weightFact(order: Order): Fact | false {
  const weight = packageWeight(order);
  if (!weight) return false;
  return {
    label: 'Package Weight',
    value: (
      <>
        {writeWeight(weight.grams)}
        {weight.why && (
          <Text span display="block" size="sm" c="var(--text-faint)">
            {weight.why}
          </Text>
        )}
      </>
    ),
  };
}
