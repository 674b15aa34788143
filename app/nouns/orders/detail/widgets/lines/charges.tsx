import { Facts } from '../../../../../ui/blocks/facts.tsx';
import { Section } from '../../../../../ui/blocks/section.tsx';
import { Money } from '../../../../../ui/text/money.tsx';
import type { Order } from '../order.ts';

/** Charge lines, apart from the goods. */
export function Charges({ order }: { order: Order }) {
  const charges = order.lines.filter(({ is_charge }) => is_charge);
  if (charges.length === 0) return null;
  return (
    <Section title="Charges" count={charges.length}>
      <Facts
        facts={charges.map(({ id, sku, name, quantity, unit_price }) => ({
          key: id,
          label: [name, sku].filter(Boolean).join(' · '),
          value: (
            <>
              {quantity !== 1 && `${quantity.toLocaleString('en-US')} × `}
              <Money amount={unit_price} currency={order.currency} />
            </>
          ),
        }))}
      />
    </Section>
  );
}
