import { Link } from 'react-router';
import { writeCount } from '../../ui/list/write-count.ts';
import { safeAddress } from '../../ui/safe-address.ts';
import { Section } from '../../ui/section.tsx';
import type { Product } from './product.ts';
import classes from './record.module.css';

type Item = Product['linked'][number];

/** The channels' items that mean this product, and the orders that have them. */
export function LinkedItems({ product: { linked, more_linked } }: { product: Product }) {
  return (
    <Section title="Sold as" {...(linked.length > 0 && more_linked === 0 && { count: linked.length })}>
      {linked.length === 0 ? (
        <p className={classes.none}>
          No channel’s item is linked to it yet. One is linked when an order asks for it: by the same SKU, or by whoever mends the order.
        </p>
      ) : (
        <table className={classes.table} aria-label="Sold as">
          <thead>
            <tr>
              <th scope="col">Connection</th>
              <th scope="col">SKU</th>
              <th scope="col">Title</th>
              <th scope="col" data-figure>
                Orders
              </th>
            </tr>
          </thead>
          <tbody>
            {linked.map((item) => (
              <LinkedRow key={item.id} item={item} />
            ))}
          </tbody>
        </table>
      )}
      {more_linked > 0 && <p className={classes.origin}>These are the first {linked.length}; there are more.</p>}
    </Section>
  );
}

function LinkedRow({ item }: { item: Item }) {
  const { slug, connection_name, sku, name, source_link } = item;
  const link = safeAddress(source_link);
  return (
    <tr>
      <td>
        <Link to={`/settings/connectors/${slug}`}>{connection_name}</Link>
      </td>
      <td className="mono">{sku}</td>
      <td data-wide>
        {link ? (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {name || sku}
          </a>
        ) : (
          name || <span className={classes.soft}>–</span>
        )}
      </td>
      <td data-figure>
        <OrdersWithIt item={item} />
      </td>
    </tr>
  );
}

/** How many orders have it, and how many of them wait for it; each leads to them. */
function OrdersWithIt({ item: { slug, sku, orders, waiting } }: { item: Item }) {
  const to = (more: Record<string, string>) => `/orders?${new URLSearchParams({ search: sku, source: slug, ...more })}`;
  if (orders?.total === 0) return <span className={classes.soft}>none</span>;
  return (
    <>
      <Link to={to({})}>{orders ? written(orders) : 'orders'}</Link>
      {waiting && waiting.total > 0 && (
        <Link to={to({ issue: 'out_of_stock' })} className={classes.waiting}>
          {written(waiting, 'waits')} for stock
        </Link>
      )}
    </>
  );
}

function written({ total, exact }: { total: number; exact: boolean }, verb?: 'waits'): string {
  if (verb) return `${total.toLocaleString('en-US')}${exact ? '' : '+'} ${total === 1 ? 'waits' : 'wait'}`;
  return writeCount(exact ? total : { atLeast: total }, { one: 'order', many: 'orders' });
}
