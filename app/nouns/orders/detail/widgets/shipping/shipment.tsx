import { Flex, Group, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconClock } from '@tabler/icons-react';
import { Serials } from '../../../../../ui/text/serials.tsx';
import { useClock } from '../../../../../ui/time/clock.tsx';
import { ExactTime } from '../../../../../ui/time/relative-time.tsx';
import { writeCalendarDay, writeExact } from '../../../../../ui/time/write-time.ts';
import { TrackingLink } from '../../../widgets/tracking-link.tsx';
import { writeWeight } from '../../weight.ts';
import type { Order } from '../order.ts';
import classes from './shipments.module.css';

type Props = { shipment: Order['shipments'][number]; source: string };

/** A parcel that the warehouse sent: how, what is in it, and whether the channel knows. */
export function Shipment({ shipment, source }: Props) {
  const { dateStyle } = useClock();
  return (
    <article className={classes.shipment} aria-label={`Parcel ${shipment.trackingNumber}`}>
      <Group gap="2px 12px" align="baseline">
        <Text span size="sm" fw={500}>
          {shipment.carrier}
        </Text>
        <TrackingLink number={shipment.trackingNumber} url={shipment.trackingUrl} />
        <span className="soft">
          {shipment.method}
          {shipment.weight_grams ? ` · ${writeWeight(shipment.weight_grams)}` : ''} · shipped <ExactTime at={shipment.shipped_at} />
        </span>
        <Confirmed shipment={shipment} source={source} />
      </Group>
      {shipment.sent_to && (
        <Text size="sm" c="dimmed" mt={4}>
          Went to {shipment.sent_to}
        </Text>
      )}
      <Flex component="ul" wrap="wrap" gap="2px 20px" mt={6}>
        {shipment.lines.map(({ sku, quantity, lot, expires_on, serials }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may hold the same goods, and none moves
          <li key={at}>
            <span className="figure">{quantity.toLocaleString('en-US')} ×</span> <span className="mono">{sku}</span>
            {lot && <span className="soft"> lot {lot}</span>}
            {expires_on && <span className="soft"> expires {writeCalendarDay(expires_on, dateStyle)}</span>}
            <Serials numbers={serials} />
          </li>
        ))}
      </Flex>
    </article>
  );
}

/** Whether the channel has confirmed this parcel. */
function Confirmed({ shipment: { confirmed_at }, source }: Props) {
  const clock = useClock();
  if (!confirmed_at)
    return (
      <Group gap={5} c="dimmed" className={classes.confirmed}>
        <IconClock size={15} stroke={1.8} aria-hidden /> not confirmed yet
      </Group>
    );
  return (
    <Group gap={5} c="var(--green)" className={classes.confirmed}>
      <IconCircleCheckFilled size={15} aria-hidden />
      <time
        dateTime={new Date(confirmed_at).toISOString()}
        onPointerEnter={({ currentTarget }) => {
          currentTarget.title = writeExact(new Date(confirmed_at), clock);
        }}
      >
        confirmed to {source}
      </time>
    </Group>
  );
}
