import { href, Link } from 'react-router';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import type { ComparedOrder } from '../../../order-flow/shared-goods/contract.ts';
import classes from './compared-goods.module.css';

/** The goods of several orders, a column each. A SKU that more than one of them has is marked. */
export function ComparedGoods({ orders }: { orders: ComparedOrder[] }) {
  return (
    <div className={classes.scroll}>
      <ShortTable className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Goods</th>
            {orders.map(({ id, order_number, order_status, relation }) => (
              <th key={id} scope="col" data-figure>
                {relation === null ? (
                  <span className="mono">{order_number}</span>
                ) : (
                  <Link to={href('/orders/:id', { id: String(id) })} className="mono">
                    {order_number}
                  </Link>
                )}
                <StatusBadge status={order_status} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {goodsOf(orders).map(({ sku, name, quantities }) => (
            <tr key={sku} data-shared={quantities.filter(Boolean).length > 1 || undefined}>
              <th scope="row">
                <span className="mono">{sku}</span> {name !== sku && <span className="soft">{name}</span>}
              </th>
              {quantities.map((quantity, place) => (
                <td key={orders[place]?.id} data-figure>
                  {quantity === 0 ? <span className="soft">–</span> : quantity.toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ShortTable>
    </div>
  );
}

type Goods = { sku: string; name: string; quantities: number[] };

/** A row for each SKU, with its units in each order. */
function goodsOf(orders: ComparedOrder[]): Goods[] {
  const lines = orders.flatMap((order, place) => order.lines.map((line) => ({ ...line, place })));
  return [...Map.groupBy(lines, ({ sku }) => sku)].map(([sku, same]) => ({
    ...{ sku, name: same[0]?.name ?? '' },
    quantities: orders.map((_, place) => same.reduce((sum, line) => sum + (line.place === place ? line.quantity : 0), 0)),
  }));
}
