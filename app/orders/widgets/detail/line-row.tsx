import { Money } from '../../../ui/money.tsx';
import { RemedyButton } from '../remedies/remedy-button.tsx';
import { imageAddress } from '../safe-address.ts';
import classes from './lines.module.css';
import type { Order } from './order.ts';

type Line = Order['lines'][number];
type Props = { line: Line; order: Order };

/** One line. `withImage`: some line of the order has one, so that each has a place for it. */
export function LineRow({ line, order, withImage }: Props & { withImage: boolean }) {
  const { sku, name, imageUrl, quantity, quantity_shipped, unit_price } = line;
  const image = imageAddress(imageUrl);
  return (
    <tr>
      <td data-cell="source">
        <span className={classes.item}>
          {withImage && <span className={classes.image}>{image && <img src={image} alt="" width="32" height="32" loading="lazy" />}</span>}
          <span className={classes.words}>
            <span className={classes.name}>{name || sku}</span>
            <span className={classes.sku}>{sku || 'no SKU'}</span>
          </span>
        </span>
      </td>
      <td data-cell="mapped" data-label="Amware Item">
        <Mapped line={line} order={order} />
      </td>
      <td data-cell="qty" data-label="Qty">
        {quantity.toLocaleString('en-US')}
        {quantity_shipped > 0 && quantity_shipped < quantity && (
          <span className={classes.aside}>{quantity_shipped.toLocaleString('en-US')} shipped</span>
        )}
      </td>
      <td data-cell="stock" data-label="Stock">
        <Stock line={line} />
      </td>
      <td data-cell="price" data-label="Price">
        <Money amount={unit_price} currency={order.currency} />
      </td>
    </tr>
  );
}

/** The warehouse's product, by its own name where that is another; or the way to say which it is. */
function Mapped({ line: { sku, name, mapped_sku_js, mapped_name }, order }: Props) {
  if (mapped_sku_js)
    return (
      <span className={classes.words}>
        <span className="mono">{mapped_sku_js}</span>
        {mapped_name && mapped_name !== name && <span className={classes.mappedName}>{mapped_name}</span>}
      </span>
    );
  const issue = order.issues.find(({ type, subject }) => type === 'unmapped_sku' && subject === sku);
  return (
    <span className={classes.unlinked}>
      <span>not linked</span>
      {issue && <RemedyButton issue={{ ...issue, connection_id: order.connection_id, slug: order.order_source, order_id: order.id }} />}
    </span>
  );
}

function Stock({ line: { quantity_available, isOutOfStock } }: { line: Line }) {
  if (quantity_available === null) return <span className={classes.unknown}>–</span>;
  return (
    <span className={isOutOfStock ? classes.short : undefined}>
      {quantity_available.toLocaleString('en-US')}
      {isOutOfStock && <span className={classes.aside}>too few</span>}
    </span>
  );
}
