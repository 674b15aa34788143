import { href, Link } from 'react-router';
import { Money } from '../../../../../ui/text/money.tsx';
import { RelativeTime } from '../../../../../ui/time/relative-time.tsx';
import { lineTotal } from '../../amounts.ts';
import { type Order, priceOf } from '../order.ts';
import classes from './lines.module.css';

type Line = Order['lines'][number];

/** The table of lines. In edit mode each row has a Remove button after the last column. */
export function LineTable({ isEdited = false, children }: { isEdited?: boolean; children: React.ReactNode }) {
  return (
    <div className={classes.frame}>
      <table className={classes.lines} aria-label="Lines">
        <thead>
          <tr>
            <th scope="col">Source Item</th>
            <th scope="col">Amware Item</th>
            <th scope="col">Qty</th>
            <th scope="col">Stock</th>
            <th scope="col">Price</th>
            <th scope="col">Total</th>
            {isEdited && <td className={classes.end} />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The warehouse's product, with its name where it differs; `unlinked` where there is none. */
export function MappedItem({
  line: { name, mapped_sku_js, mapped_name, product_id },
  unlinked,
  change,
}: {
  line: Line;
  unlinked: React.ReactNode;
  /** What changes the link, where there is one. */
  change?: React.ReactNode;
}) {
  if (!mapped_sku_js)
    return (
      <span className={classes.unlinked}>
        <span>not linked</span>
        {unlinked}
      </span>
    );
  return (
    <span className={classes.words}>
      <span className={classes.mapped}>
        <span className="mono">
          {product_id ? <Link to={href('/products/:id', { id: String(product_id) })}>{mapped_sku_js}</Link> : mapped_sku_js}
        </span>
        {change}
      </span>
      {mapped_name && mapped_name !== name && <span>{mapped_name}</span>}
    </span>
  );
}

type Stock = { available: number | null; isShort: boolean /** When more of it comes. */; expectedAt?: string | null };

export function StockCell({ available, isShort, expectedAt = null }: Stock) {
  return (
    <td data-cell="stock" data-label="Stock">
      {available === null ? (
        <span className="faint">–</span>
      ) : (
        <span className={isShort ? classes.short : undefined}>
          {available.toLocaleString('en-US')}
          {isShort && <span className={classes.aside}>too few</span>}
          {isShort && expectedAt !== null && (
            <span className={classes.aside}>
              more expected <RelativeTime at={expectedAt} />
            </span>
          )}
        </span>
      )}
    </td>
  );
}

type Priced = { line?: Line; currency: string; quantity?: number | null };

/** The price of one, and of all: of `quantity` where that is being edited. */
export function PriceCells({ line, currency, quantity = line?.quantity }: Priced) {
  const amount = line ? priceOf(line) : null;
  const total = amount !== null && Number.isInteger(quantity) ? lineTotal({ unit_price: amount, quantity: quantity ?? 0 }) : null;
  return (
    <>
      <td data-cell="price" data-label="Price">
        <Amount amount={amount} currency={currency} />
      </td>
      <td data-cell="total" data-label="Total">
        <Amount amount={total} currency={currency} />
        {amount !== null && quantity !== 1 && (
          <span className={`${classes.aside} ${classes.each}`}>
            <Amount amount={amount} currency={currency} /> each
          </span>
        )}
      </td>
    </>
  );
}

export const Amount = ({ amount, currency }: { amount: string | null; currency: string }) =>
  amount === null ? <span className="faint">–</span> : <Money amount={amount} currency={currency} />;
