import { Text } from '@mantine/core';
import { href, Link } from 'react-router';
import { Section } from '../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { safeAddress } from '../../../ui/words/safe-address.ts';
import classes from '../../catalogue/record/record.module.css';
import { LinkButton } from '../../links/linking/link-button.tsx';
import { aliasNote } from '../../stock-out/told/alias-note.ts';
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
        <ShortTable className={classes.table} aria-label="Sold as">
          <thead>
            <tr>
              <th scope="col">Connection</th>
              <th scope="col">SKU</th>
              <th scope="col">Title</th>
              <th scope="col" data-figure>
                Orders
              </th>
              <th scope="col">Link</th>
            </tr>
          </thead>
          <tbody>
            {linked.map((item) => (
              <LinkedRow key={item.id} item={item} />
            ))}
          </tbody>
        </ShortTable>
      )}
      {more_linked > 0 && (
        <Text size="xs" c="dimmed" mt={8}>
          Only the first {linked.length} are shown.
        </Text>
      )}
    </Section>
  );
}

function LinkedRow({ item }: { item: Item }) {
  const { connection_id, slug, connection_name, sku, name, source_link, units_per_sale: units, not_told } = item;
  const link = safeAddress(source_link);
  return (
    <tr>
      <td>
        <Link to={href('/settings/connectors/:name', { name: slug })}>{connection_name}</Link>
      </td>
      <td>
        <span className="mono">{sku}</span>
        {units > 1 && <span className="soft"> {units.toLocaleString('en-US')} per sale</span>}
      </td>
      <td data-wide>
        {link ? (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {name || sku}
          </a>
        ) : (
          name || <span className="soft">–</span>
        )}
        {not_told && <div className="soft">{aliasNote(connection_name)}</div>}
      </td>
      <td data-figure>
        <Link to={`${href('/orders')}?${new URLSearchParams({ search: sku, source: slug })}`}>Find orders</Link>
      </td>
      <td>
        <LinkButton connectionId={connection_id} sku={sku} label="Change link" />
      </td>
    </tr>
  );
}
