import { href, Link } from 'react-router';
import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import type { ToLink } from '../contract.ts';
import { ChooseProduct } from './choose-product.tsx';
import classes from './to-link.module.css';
import { type Accepting, keyOf } from './use-accepting.ts';

/** The channel's SKU, the product that it is beyond doubt, and the buttons that accept this or offer others. */
export const toLinkList = (accepting: Accepting): List<ToLink> => ({
  noun: { one: 'SKU to link', many: 'SKUs to link' },
  rowKey: keyOf,
  rowName: ({ sku }) => sku,
  rowNote: (row) => (keyOf(row) === accepting.openKey ? <ChooseProduct key={keyOf(row)} sku={row} accepting={accepting} /> : null),
  filters: [{ kind: 'search', key: 'search', label: 'Search by SKU, name or channel', placeholder: 'SKU, name or channel' }],
  columns: [
    { key: 'sku', title: 'SKU', width: 140, card: 'title', cell: (row) => <Main row={row} accepting={accepting} /> },
    { key: 'name', title: 'The channel calls it', card: 'text', cell: ({ name }) => <span className={classes.name}>{name || '–'}</span> },
    { key: 'equal', title: 'Product', card: 'text', cell: (row) => <Equal row={row} /> },
    { key: 'connection', title: 'Channel', width: 150, hideBelow: 'md', card: 'meta', cell: ({ connection_name }) => connection_name },
    { key: 'orders', title: 'Waiting', width: 90, align: 'right', card: 'figure', cell: (row) => <Waiting row={row} /> },
    { ...{ key: 'actions', title: 'Link', width: 150, align: 'right', card: 'badge' }, cell: (row) => <Buttons {...{ row, accepting }} /> },
  ],
});

type Props = { row: ToLink; accepting: Accepting };

/** What Enter does on a row: accept the equal product, or offer products. */
function Main({ row, accepting }: Props) {
  const { equal, sku } = row;
  return (
    <PressButtonAsText
      label={equal ? `${sku}: link to ${equal.sku} ${equal.name}` : `${sku}: choose a product`}
      run={() => (equal ? accepting.accept(row) : accepting.open(row))}
    >
      {sku}
    </PressButtonAsText>
  );
}

function PressButtonAsText({ label, run, children }: { label: string; run: () => unknown; children: React.ReactNode }) {
  return (
    <span className={classes.main}>
      <PressButton run={run} aria-label={label}>
        {children}
      </PressButton>
    </span>
  );
}

function Equal({ row: { equal } }: { row: ToLink }) {
  if (!equal) return <span className={`faint ${classes.name}`}>No product with this SKU or UPC</span>;
  return (
    <>
      <span className="mono">{equal.sku}</span> {equal.name} <span className={classes.same}>same {equal.same}</span>
    </>
  );
}

function Waiting({ row: { orders, order_id, sku, slug } }: { row: ToLink }) {
  if (orders === 1 && order_id !== null) return <Link to={href('/orders/:id', { id: String(order_id) })}>1 order</Link>;
  const address = new URLSearchParams({ view: 'attention', issue: 'unmapped_sku', source: slug, search: sku });
  return <Link to={`${href('/orders')}?${address}`}>{orders.toLocaleString('en-US')} orders</Link>;
}

const Buttons = ({ row, accepting }: Props) => (
  <RowActions>
    {row.equal && <PressButton run={() => accepting.accept(row)}>Link</PressButton>}
    <RowButton aria-expanded={accepting.openKey === keyOf(row)} onClick={() => accepting.open(row)}>
      {row.equal ? 'Other…' : 'Choose…'}
    </RowButton>
  </RowActions>
);
