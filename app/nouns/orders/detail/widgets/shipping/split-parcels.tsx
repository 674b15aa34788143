import { Group } from '@mantine/core';
import type { Order } from '../order.ts';
import { parcelsInWords, splittable } from '../splitting/parcels.ts';
import { Shipment } from './shipment.tsx';
import classes from './split-parcels.module.css';

type Parcels = NonNullable<Order['split_parcels']>;

const words = {
  here: 'not sent yet',
  sending: 'on its way to the warehouse',
  at_warehouse: 'with the warehouse',
  left: 'has left',
  ended: 'is not sent',
} satisfies Record<Parcels['second'], string>;

/** Where each of the two parcels of an order is, what it holds, and what has left of it. */
export function SplitParcels({ order, parcels }: { order: Order; parcels: Parcels }) {
  const goods = parcelsInWords(splittable(order), (line) => line.later_quantity);
  const isOver = order.order_status === 'cancelled';
  return (['first', 'second'] as const).map((which, at) => (
    <section key={which} aria-label={`${titles[which]} parcel`} className={classes.parcel}>
      <Group gap="2px 12px" align="baseline">
        <strong>{titles[which]} parcel</strong>
        <span>{goods[which]}</span>
        <span className="soft">{isOver && parcels[which] !== 'left' ? words.ended : words[parcels[which]]}</span>
      </Group>
      {order.shipments
        .filter(({ part }) => part === at + 1)
        .map((shipment) => (
          <Shipment key={shipment.id} shipment={shipment} source={order.source_name} />
        ))}
    </section>
  ));
}

const titles = { first: 'First', second: 'Second' } as const;
