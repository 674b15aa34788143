import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { RecordTable, type TableColumn } from '../../../ui/blocks/record-table.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { safeAddress } from '../../../ui/words/safe-address.ts';
import classes from '../../catalogue/record/record.module.css';
import { LinkButton } from '../../links/linking/link-button.tsx';
import { aliasNote } from '../../stock-out/panels/alias-note.ts';
import type { Product } from './product.ts';

type Item = Product['linked'][number];

/** The channel items linked to this product, with a search for their orders (not a count: search terms match by their beginning). */
export function LinkedItems({ product: { linked, more_linked } }: { product: Product }) {
  return (
    <Section title="Sold as" {...(linked.length > 0 && more_linked === 0 && { count: linked.length })}>
      {linked.length === 0 ? (
        <p className="soft">
          No channel item is linked to this product yet. An item is linked when an order has it: by the same SKU, or by the person who
          resolves the issue.
        </p>
      ) : (
        <RecordTable className={classes.table} label="Sold as" columns={columns} rows={linked} rowKey={({ id }) => id} />
      )}
      {more_linked > 0 && (
        <Text size="xs" c="dimmed" mt={8}>
          Only the first {linked.length} are shown.
        </Text>
      )}
    </Section>
  );
}

const columns: TableColumn<Item>[] = [
  {
    title: 'Connection',
    cell: ({ slug, connection_name }) => <Link to={href('/settings/connectors/:name', { name: slug })}>{connection_name}</Link>,
  },
  {
    title: 'SKU',
    cell: ({ sku, units_per_sale: units }) => (
      <>
        <span className="mono">{sku}</span>
        {units > 1 && <span className="soft"> {units.toLocaleString('en-US')} per sale</span>}
      </>
    ),
  },
  { title: 'Title', wide: true, cell: (item) => <Title item={item} /> },
  {
    ...{ title: 'Orders', figure: true },
    cell: ({ sku, slug: source }) => <Link to={`${href('/orders')}?${new URLSearchParams({ search: sku, source })}`}>Find orders</Link>,
  },
  { title: 'Link', cell: ({ connection_id, sku }) => <LinkButton connectionId={connection_id} sku={sku} label="Change link" /> },
];

function Title({ item: { name, sku, source_link, not_told, connection_name } }: { item: Item }) {
  const link = safeAddress(source_link);
  return (
    <>
      {link ? (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {name || sku}
        </a>
      ) : (
        name || <span className="soft">–</span>
      )}
      {not_told && <div className="soft">{aliasNote(connection_name)}</div>}
    </>
  );
}
