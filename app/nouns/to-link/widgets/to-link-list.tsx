import { href, Link } from 'react-router';
import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import type { Bulk, List } from '../../../ui/list/declaration.ts';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { BestProduct } from './best-product.tsx';
import { ChooseProduct } from './choose-product.tsx';
import { equalOf, keyOf, type SteadyRow } from './steady-rows.ts';
import classes from './to-link.module.css';
import type { Accepting } from './use-accepting.ts';
import type { Linked } from './use-linked.ts';

type Parts = {
  accepting: Accepting;
  /** What was linked in this list a moment ago. */
  linked: readonly Linked[];
  /** Links a product that only looks alike, after a look at both. */
  compare: (row: SteadyRow) => void;
  bulk: Bulk;
};

/** The channel's SKU, the product that it most likely means, and the buttons that accept this or offer others. */
export const toLinkList = ({ bulk, ...parts }: Parts): List<SteadyRow> => ({
  noun: { one: 'SKU to link', many: 'SKUs to link' },
  rowKey: keyOf,
  rowName: ({ sku }) => sku,
  rowNote: (row) => noteOf(row, parts.accepting),
  filters: [{ kind: 'search', key: 'search', label: 'Search by SKU, name or channel', placeholder: 'SKU, name or channel' }],
  bulk,
  columns: [
    { key: 'sku', title: 'SKU', card: 'title', wraps: true, cell: (row) => <Sold row={row} accepting={parts.accepting} /> },
    { key: 'best', title: 'Product', card: 'line', wraps: true, cell: (row) => <Product row={row} linked={parts.linked} /> },
    { key: 'connection', title: 'Channel', width: 120, hideBelow: 'md', card: 'meta', cell: ({ connection_name }) => connection_name },
    { key: 'orders', title: 'Waiting', width: 90, align: 'right', card: 'figure', cell: (row) => <Waiting row={row} /> },
    { ...{ key: 'actions', title: 'Link', width: 150, align: 'right', card: 'badge' }, cell: (row) => <Buttons row={row} {...parts} /> },
  ],
});

/** Why its link ended, and the products to choose from. */
function noteOf(row: SteadyRow, accepting: Accepting) {
  const chooses = isOpen(row, accepting);
  if (!row.doubt && !chooses) return false;
  return (
    <>
      {row.doubt && <p className={row.isGone ? classes.over : 'troubled'}>{row.doubt}</p>}
      {chooses && <ChooseProduct key={keyOf(row)} sku={row} accepting={accepting} />}
    </>
  );
}

const isOpen = (row: SteadyRow, { openKey }: Accepting) => !row.isGone && keyOf(row) === openKey;

/** Those that hold this row, the latest first. */
const linkOf = (row: SteadyRow, linked: readonly Linked[]) => linked.find(({ keys }) => keys.includes(keyOf(row)));

/** What the channel sells. Enter accepts the equal product, or offers products. */
function Sold({ row, accepting }: { row: SteadyRow; accepting: Accepting }) {
  const { sku, name, image_url, isGone } = row;
  return (
    <div className={classes.sold}>
      {image_url && <ItemPicture address={image_url} />}
      <div>
        <div className={classes.main}>{isGone ? <span className="mono">{sku}</span> : <MainButton row={row} accepting={accepting} />}</div>
        {name && name !== sku && <div className={classes.name}>{name}</div>}
      </div>
    </div>
  );
}

function MainButton({ row, accepting }: { row: SteadyRow; accepting: Accepting }) {
  const { sku } = row;
  const equal = equalOf(row);
  return (
    <PressButton
      data-main
      aria-label={equal ? `${sku}: link to ${equal.sku} ${equal.name}` : `${sku}: choose a product`}
      run={() => (equal ? accepting.accept(row) : accepting.open(row))}
    >
      {sku}
    </PressButton>
  );
}

function Product({ row, linked }: { row: SteadyRow; linked: readonly Linked[] }) {
  const own = linkOf(row, linked);
  if (!row.isGone) return <BestProduct row={row} />;
  return (
    <div className={classes.instead}>
      <div className={classes.over}>
        <BestProduct row={row} />
      </div>
      <span className="soft">{own?.keys.length === 1 ? <span role="status">{own.words}</span> : 'Linked by now'}</span>
    </div>
  );
}

function Waiting({ row: { orders, order_id, sku, slug, isGone } }: { row: SteadyRow }) {
  if (isGone) return null;
  if (orders === 1 && order_id !== null) return <Link to={href('/orders/:id', { id: String(order_id) })}>1 order</Link>;
  const address = new URLSearchParams({ view: 'attention', issue: 'unmapped_sku', source: slug, search: sku });
  return <Link to={`${href('/orders')}?${address}`}>{orders.toLocaleString('en-US')} orders</Link>;
}

function Buttons({ row, accepting, linked, compare }: Omit<Parts, 'bulk'> & { row: SteadyRow }) {
  const own = linkOf(row, linked);
  if (row.isGone) return own?.keys.length === 1 && own.undo && <PressButton run={own.undo}>Undo</PressButton>;
  const { best } = row;
  return (
    <RowActions>
      {equalOf(row) && <PressButton run={() => accepting.accept(row)}>Link</PressButton>}
      {best && !equalOf(row) && <RowButton onClick={() => compare(row)}>Link…</RowButton>}
      <RowButton quiet={best !== null} aria-expanded={isOpen(row, accepting)} onClick={() => accepting.open(row)}>
        {best ? 'Other…' : 'Choose…'}
      </RowButton>
    </RowActions>
  );
}
