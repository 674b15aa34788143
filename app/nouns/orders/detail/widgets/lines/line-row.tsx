import { RemedyButton } from '../../../../../shared/issues/remedy/remedy-button.tsx';
import { inUnits } from '../../../../../ui/words/in-units.ts';
import { LinkButton } from '../../../../links/linking/link-button.tsx';
import type { Order } from '../order.ts';
import { LineItem } from './line-item.tsx';
import { MappedItem, PriceCells, StockCell } from './line-table.tsx';
import classes from './lines.module.css';

type Props = { line: Order['lines'][number]; order: Order };

export function LineRow({ line, order }: Props) {
  const { quantity, quantity_shipped, quantity_available, isOutOfStock } = line;
  return (
    <tr>
      <td data-cell="source">
        <LineItem line={line} order={order} />
      </td>
      <td data-cell="mapped" data-label="Amware Item">
        <MappedItem line={line} unlinked={<Remedy line={line} order={order} />} change={<ChangeLink line={line} order={order} />} />
      </td>
      <td data-cell="qty" data-label="Qty">
        {quantity.toLocaleString('en-US')}
        {line.units_per_sale > 1 && <span className={classes.aside}>{inUnits(line)}</span>}
        {line.later_quantity > 0 && quantity_shipped < quantity && (
          <span className={classes.aside}>{line.later_quantity.toLocaleString('en-US')} in the second parcel</span>
        )}
        {quantity_shipped > 0 && quantity_shipped < quantity && (
          <span className={classes.aside}>{quantity_shipped.toLocaleString('en-US')} shipped</span>
        )}
      </td>
      <StockCell available={quantity_available} isShort={isOutOfStock} expectedAt={line.stock_expected_at} />
      <PriceCells line={line} currency={order.currency} />
    </tr>
  );
}

/** The way back from a link. What a person added is a warehouse product already, and a line without a SKU has no link. */
function ChangeLink({ line: { sku, source_quantity, product_id }, order }: Pick<Props, 'line' | 'order'>) {
  if (sku === '' || source_quantity === 0 || !product_id) return null;
  return <LinkButton connectionId={order.connection_id} sku={sku} label={`Change link of ${sku}`} isIcon />;
}

/** The button that maps the line to a product. */
function Remedy({ line: { sku }, order }: Pick<Props, 'line' | 'order'>) {
  const issue = order.issues.find(({ type, subject }) => type === 'unmapped_sku' && subject === sku);
  return issue && <RemedyButton issue={{ ...issue, connection_id: order.connection_id, slug: order.order_source, order_id: order.id }} />;
}
