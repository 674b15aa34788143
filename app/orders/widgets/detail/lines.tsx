import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { LineRow } from './line-row.tsx';
import classes from './lines.module.css';
import type { Order } from './order.ts';

/** What was ordered, what the warehouse calls it, and whether there is enough; charges apart, because nobody packs them. */
export function OrderLines({ order }: { order: Order }) {
  const goods = order.lines.filter(({ is_charge }) => !is_charge);
  const charges = order.lines.filter(({ is_charge }) => is_charge);
  return (
    <>
      <Section title="Lines" count={goods.length}>
        {goods.length === 0 ? (
          <p className={classes.none}>No goods: every line of this order is a charge.</p>
        ) : (
          <table className={classes.lines} aria-label="Lines">
            <thead>
              <tr>
                <th scope="col">Source Item</th>
                <th scope="col">Amware Item</th>
                <th scope="col">Qty</th>
                <th scope="col">Stock</th>
                <th scope="col">Price</th>
              </tr>
            </thead>
            <tbody>
              {goods.map((line) => (
                <LineRow key={line.id} line={line} order={order} />
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {charges.length > 0 && (
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
      )}
    </>
  );
}
