import { href } from 'react-router';
import { PageLink } from '../../../ui/buttons/page-link.tsx';
import type { List } from '../../../ui/list/declaration.ts';
import { ItemPicture } from '../../../ui/picture/item-picture.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { safeAddress } from '../../../ui/words/safe-address.ts';
import { aliasNote } from '../../stock-out/panels/alias-note.ts';
import { goesOnToSell } from '../../stock-out/panels/goes-on.ts';
import type { ConnectorProduct } from '../listings/listing-contract.ts';
import classes from './listings.module.css';
import { RowButtons } from './row-buttons.tsx';

type Row = { row: ConnectorProduct };

/** How long after the last key products are searched, in ms. */
const searchMs = 700;

/** `tells`: the name of the channel where it is told of stock. `hasBuffers`: a person may keep stock back. */
type Options = { tells: string | null; hasBuffers: boolean };

/** What the channel sells, the link or its absence, and the warehouse's product, facing each other. */
export const listingsList = ({ tells, hasBuffers }: Options): List<ConnectorProduct> => ({
  noun: { one: 'product', many: 'products' },
  rowKey: ({ id }) => id,
  rowName: ({ connector_product_sku: sku }) => sku,
  rowNote: ({ waiting, doubt, stock_refused: refused, stock_sent: sent, is_alias, linked }) => {
    const kept = !linked && sent && tells !== null ? goesOnToSell(tells, sent) : '';
    if (doubt) return <p className="troubled">{`${doubt} ${kept}`}</p>;
    if (waiting > 0)
      return <p className="troubled">{`${countedWords(waiting, 'order waits', 'orders wait')} for it to be linked. ${kept}`}</p>;
    if (kept) return <p className="troubled">{kept}</p>;
    if (refused) return <p className="troubled">{refused}</p>;
    return is_alias && linked && tells !== null && <p className="soft">{aliasNote(tells)}</p>;
  },
  filters: [
    { kind: 'search', key: 'q', label: 'Search products', placeholder: 'Product SKU, ID or title', debounceMs: searchMs },
    {
      kind: 'choice',
      key: 'connectionStatus',
      label: 'Connection status',
      options: [
        { value: 'Linked', label: 'Linked' },
        { value: 'Unlinked', label: 'Unlinked' },
      ],
    },
  ],
  columns: [
    { key: 'source', title: 'Connector product', card: 'title', cell: (row) => <Sold row={row} /> },
    { key: 'link', title: 'Link', width: 88, card: 'badge', cell: (row) => <LinkState row={row} /> },
    { key: 'product', title: 'Linked product', card: 'text', cell: (row) => <Product row={row} /> },
    {
      key: 'actions',
      title: 'Actions',
      width: 132,
      align: 'right',
      card: 'figure',
      cell: (row) => <RowButtons row={row} hasBuffer={hasBuffers} />,
    },
  ],
});

function Sold({ row }: Row) {
  const link = safeAddress(row.source_link);
  return (
    <div className={classes.item}>
      {row.image_url && <ItemPicture address={row.image_url} />}
      <div className={classes.words}>
        <div className={classes.title}>{row.title}</div>
        <div className={classes.facts}>
          <Fact label="SKU" value={row.connector_product_sku} mono />
          {row.connector_product_id && <Fact label="Product ID" value={row.connector_product_id} mono />}
          {row.connector_product_location && <Fact label="Warehouse" value={row.connector_product_location} />}
          <Fact label="Quantity" value={quantity(row.qty)} />
          {row.stock_id && <Fact label="Stock ID" value={row.stock_id} mono />}
          {row.is_alias && <span>Alias</span>}
          {link && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              Source link
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

function Product({ row: { linked, equal, stock_buffer: buffer } }: Row) {
  if (linked)
    return (
      <div className={classes.item}>
        {linked.image_url && <ItemPicture address={linked.image_url} />}
        <div className={classes.words}>
          <PageLink to={href('/products/:id', { id: String(linked.id) })} className={classes.title}>
            {linked.title}
          </PageLink>
          <div className={classes.facts}>
            <Fact label="SKU" value={linked.sku} mono />
            {linked.warehouse_location && <Fact label="Warehouse" value={linked.warehouse_location} />}
            <Fact label="Quantity" value={quantity(linked.quantity_available)} />
            {buffer !== null && <Fact label="Buffer" value={quantity(buffer)} />}
          </div>
        </div>
      </div>
    );
  if (!equal)
    return (
      <span className="faint" style={{ whiteSpace: 'normal' }}>
        No product with this SKU or UPC
      </span>
    );
  return (
    <div className={classes.words}>
      <div className={classes.title}>{equal.name}</div>
      <div className={classes.facts}>
        <Fact label="SKU" value={equal.sku} mono />
        <span className={classes.same}>same {equal.same}</span>
      </div>
    </div>
  );
}

function LinkState({ row: { linked, units_per_sale: units } }: Row) {
  if (!linked) return <span className={classes.unlinked}>Not linked</span>;
  return <span className={classes.linked}>{units === 1 ? 'Linked' : `${units.toLocaleString('en-US')} per sale`}</span>;
}

const Fact = ({ label, value, mono = false }: { label: string; value: string; mono?: boolean }) => (
  <span>
    {label} <span className={mono ? 'mono' : 'figure'}>{value}</span>
  </span>
);

const quantity = (units: number | null) => (units === null ? 'N/A' : units.toLocaleString('en-US'));
