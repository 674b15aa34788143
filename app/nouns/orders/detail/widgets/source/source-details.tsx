import { Text } from '@mantine/core';
import { type Fact, Facts } from '../../../../../ui/blocks/facts.tsx';
import { Section } from '../../../../../ui/blocks/section.tsx';
import { Money } from '../../../../../ui/text/money.tsx';
import { ExactTime } from '../../../../../ui/time/relative-time.tsx';
import type { Order } from '../order.ts';

/** What the channel says beside what we act on; nothing where it says no more. */
export function SourceDetails({ order }: { order: Order }) {
  if (!order.source_details) return null;
  return (
    <Section title={`At ${order.source_name}`}>
      <Facts facts={factsOf(order.source_details, order.currency)} />
    </Section>
  );
}

function factsOf(details: NonNullable<Order['source_details']>, currency: string): (Fact | false)[] {
  const { shipBy, isGift, giftMessage, internalNote, amountPaid, warehouse, tags } = details;
  return [
    shipBy !== undefined && { label: 'Ship By', value: <ExactTime at={new Date(shipBy)} /> },
    (isGift || giftMessage !== undefined) && { label: 'Gift', value: giftMessage === undefined ? 'Yes' : <Words text={giftMessage} /> },
    internalNote !== undefined && { label: 'Internal Note', value: <Words text={internalNote} /> },
    amountPaid !== undefined && { label: 'Amount Paid', value: <Money amount={amountPaid} currency={currency} /> },
    warehouse !== undefined && { label: 'Warehouse', value: warehouse },
    tags !== undefined && { label: 'Tags', value: tags.join(', ') },
  ];
}

const Words = ({ text }: { text: string }) => (
  <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
    {text}
  </Text>
);
