import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import classes from './lines.module.css';
import type { Order } from './order.ts';

/** Charge lines, apart from the goods. */
export function Charges({ order }: { order: Order }) {
  const charges = order.lines.filter(({ is_charge }) => is_charge);
  if (charges.length === 0) return null;
  return (
    <Section title="Charges" count={charges.length}>
      <ul>
        {charges.map(({ id, sku, name, quantity, unit_price }) => (
          <li key={id} className={classes.charge}>
            <span>
              {name || sku} {name && sku && <span className={classes.sku}>{sku}</span>}
            </span>
            <span className="figure">
              {quantity !== 1 && `${quantity.toLocaleString('en-US')} × `}
              <Money amount={unit_price} currency={order.currency} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
