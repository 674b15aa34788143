import { Section } from '../../../../../ui/blocks/section.tsx';
import type { Order } from '../order.ts';
import { Shipment } from './shipment.tsx';
import { SplitParcels } from './split-parcels.tsx';

/** The parcels that the warehouse sent, and nothing before the first; of an order that was split, where both of its parcels are. */
export function OrderShipments({ order }: { order: Order }) {
  const { shipments, source_name: source, split_parcels: parcels } = order;
  if (shipments.length === 0 && parcels === null) return null;
  return (
    <Section title="Shipments" count={shipments.length}>
      {parcels ? (
        <SplitParcels order={order} parcels={parcels} />
      ) : (
        shipments.map((shipment) => <Shipment key={shipment.id} shipment={shipment} source={source} />)
      )}
    </Section>
  );
}
