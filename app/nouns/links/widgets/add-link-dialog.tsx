import { Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { KeptRoom } from '../../../ui/blocks/kept-room.tsx';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { PressButton } from '../../../ui/buttons/row-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { PageRow } from '../../../ui/list/pages/pagination.tsx';
import { itemCalls } from '../../catalogue/items/item-calls.ts';
import { Compared } from '../choice/compared.tsx';
import { SearchField } from '../choice/search-field.tsx';
import { UnitsPerSale } from '../choice/units-per-sale.tsx';
import { unitsMissing } from '../choice/use-pack-units.tsx';
import type { Candidate, Sold } from '../choice/use-product-choice.ts';
import { readLinkCall } from '../contract.ts';
import { linkChange, useLinking } from '../linking/use-linking.ts';
import type { ConnectorProduct } from '../listings/listing-contract.ts';
import classes from './listings.module.css';

type Props = { row: ConnectorProduct; onClose: () => void };

/** How long after the last key products are searched, in ms. */
const searchMs = 700;
const searchFailed = 'There was an error performing search.  Please try again later';

/** Searches warehouse products by SKU or title, and links one. Before anything is typed it offers those that look alike. */
export default function AddLinkDialog({ row, onClose }: Props) {
  const [searched, setSearched] = useState({ q: '', page: 1 });
  const [units, setUnits] = useState<number | null>(row.units_per_sale);
  const [isMissing, setMissing] = useState(false);
  const search = useDebouncedCallback((q: string) => setSearched({ q: q.trim(), page: 1 }), searchMs);
  const { data, isError, isFetching, refetch } = useProducts(row, searched);
  const searchNow = () => (search.isPending() ? search.flush() : isError && refetch());
  const { link, question } = useLinking();
  const sold = { sku: row.connector_product_sku, name: row.title, upc: row.upc };
  return (
    <Dialog title="Add Product Link" size={640} onClose={onClose}>
      {(close) => (
        <Stack gap={12} fz="sm">
          <p>
            {row.title !== row.connector_product_sku && row.title} <span className="mono soft">{row.connector_product_sku}</span>
          </p>
          <SearchField failure={isError ? searchFailed : null} onType={search} onKeyDown={({ key }) => key === 'Enter' && searchNow()} />
          <UnitsPerSale units={units} onChange={setUnits} error={isMissing && units === null && unitsMissing} />
          <KeptRoom>
            {!data && isFetching && <Skeleton rows={4} />}
            {data && (
              <LinkResults
                {...{ products: data.products, sold, isSearched: searched.q !== '', isFetching }}
                link={({ id, sku }) => {
                  setMissing(units === null);
                  if (units === null) return;
                  return link({
                    ...{ title: `Link ${sku}?`, verb: 'Link', onDone: close },
                    changes: [linkChange(row.connector_id, sold.sku, id, units)],
                    product: { id: row.id, product_id: id, seen_product_id: null, units_per_sale: units },
                  });
                }}
              />
            )}
          </KeptRoom>
          <PageRow
            page={searched.page}
            lastPage={data?.lastPage ?? 1}
            wayTo={(page) => ({ onClick: () => setSearched({ ...searched, page }) })}
          />
          {question}
        </Stack>
      )}
    </Dialog>
  );
}

type Results = {
  products: readonly Candidate[];
  sold: Sold;
  isSearched: boolean;
  isFetching: boolean;
  link: (product: Candidate) => unknown;
};

/** The products found, each with its button. */
export function LinkResults({ products, sold, isSearched, isFetching, link }: Results) {
  if (products.length === 0) return <p role="status">{isSearched ? 'No Results Found' : noneAlike}</p>;
  return (
    <ul className={classes.results} aria-label="Products" aria-busy={isFetching}>
      {products.map((product) => (
        <li key={product.id} className={classes.result}>
          <Compared product={product} sold={sold} />
          <span className="soft figure">{product.quantity_available.toLocaleString('en-US')} in stock</span>
          <PressButton run={() => link(product)} aria-label={`Link ${product.sku}`}>
            Link
          </PressButton>
        </li>
      ))}
    </ul>
  );
}

const noneAlike = 'No product has a similar name. Search for the right one.';

function useProducts({ connector_id, connector_product_sku: sku }: ConnectorProduct, { q, page }: { q: string; page: number }) {
  return useQuery({
    queryKey: ['link-to', connector_id, sku, q, page],
    retry: false,
    queryFn: async ({ signal }) => {
      if (q === '') {
        const { candidates } = await call(readLinkCall, { query: { connection_id: connector_id, sku } }, signal);
        return { products: candidates, lastPage: 1 };
      }
      const reply = await call(itemCalls.products.search, { query: { q, page, is_search: '1' } }, signal);
      return { products: reply?.data ?? [], lastPage: reply?.last_page ?? 1 };
    },
  });
}
