import { Stack } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { PressButton } from '../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { PageButtons } from '../../../ui/list/pages/page-buttons.tsx';
import { searchProductsCall } from '../../catalogue/products/contract.ts';
import { type MappingChanges, previewMappingCall } from '../../mappings/saves/contract.ts';
import { useShowSaved } from '../../mappings/saves/use-saved.ts';
import { Compared } from '../choice/compared.tsx';
import { SearchField } from '../choice/search-field.tsx';
import { UnitsPerSale } from '../choice/units-per-sale.tsx';
import type { Candidate, Sold } from '../choice/use-product-choice.ts';
import { linkProductCall, readLinkCall } from '../contract.ts';
import { isOutOfDate, showFailure } from '../listings/link-failure.ts';
import type { ConnectorProduct } from '../listings/listing-contract.ts';
import classes from './listings.module.css';

type Props = { row: ConnectorProduct; onClose: () => void };

/** How long after the last key products are searched, in ms. */
const searchMs = 700;
const searchFailed = 'There was an error performing search.  Please try again later';

/** Searches warehouse products by SKU or title, and links one. Before anything is typed it offers those that look alike. */
export default function AddLinkDialog({ row, onClose }: Props) {
  const [searched, setSearched] = useState({ q: '', page: 1 });
  const [units, setUnits] = useState(row.units_per_sale);
  const search = useDebouncedCallback((q: string) => setSearched({ q: q.trim(), page: 1 }), searchMs);
  const { data, isError, isFetching, refetch } = useProducts(row, searched);
  const searchNow = () => (search.isPending() ? search.flush() : isError && refetch());
  const { link, asked, setAsked } = useLinking(row, units);
  const sold = { sku: row.connector_product_sku, name: row.title, upc: row.upc };
  return (
    <Dialog title="Add Product Link" size={640} onClose={onClose}>
      {(close) => (
        <Stack gap={12} fz="sm">
          <p>
            {row.title !== row.connector_product_sku && row.title} <span className="mono soft">{row.connector_product_sku}</span>
          </p>
          <SearchField failure={isError ? searchFailed : null} onType={search} onKeyDown={({ key }) => key === 'Enter' && searchNow()} />
          <UnitsPerSale units={units} onChange={setUnits} />
          {!data && isFetching && <Skeleton rows={4} />}
          {data && (
            <LinkResults
              {...{ products: data.products, sold, isSearched: searched.q !== '', isFetching }}
              link={async (product) => (await link(product)) && close()}
            />
          )}
          <PageButtons page={searched.page} lastPage={data?.lastPage ?? 1} onPage={(page) => setSearched({ ...searched, page })} />
          {asked && (
            <ConfirmDialog
              title={`Link ${asked.product.sku}?`}
              text={asked.atWarehouse}
              verb="Link"
              run={async () => (await link(asked.product, true)) && close()}
              onClose={() => setAsked(null)}
            />
          )}
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
      const found = await call(searchProductsCall, { query: { q, page, is_search: '1' } }, signal);
      return { products: found?.data ?? [], lastPage: found?.last_page ?? 1 };
    },
  });
}

/** What becomes of orders that went to the warehouse by another link; null where none did. */
async function atWarehouseOf({ connector_id, connector_product_sku: sku }: ConnectorProduct, { id }: Candidate, units: number) {
  const change: MappingChanges = { kind: 'product', links: [{ sku, product_id: id, units_per_sale: units }] };
  return (await call(previewMappingCall, { body: { connection: connector_id, change } })).at_warehouse;
}

/** Asks first where the link concerns orders at the warehouse. `link` returns whether the dialog has nothing more to do: it has not where the link was made, or made otherwise meanwhile. */
function useLinking(row: ConnectorProduct, units: number) {
  const { id } = row;
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const isLinking = useRef(false);
  const [asked, setAsked] = useState<{ product: Candidate; atWarehouse: string } | null>(null);
  const link = async (product: Candidate, wasAsked = false) => {
    // Each product has its own button: while one is linked, no other is.
    if (isLinking.current) return false;
    isLinking.current = true;
    const connector_product = { id, product_id: product.id, seen_product_id: null, units_per_sale: units };
    try {
      const atWarehouse = wasAsked ? null : await atWarehouseOf(row, product, units);
      if (atWarehouse !== null) {
        setAsked({ product, atWarehouse });
        return false;
      }
      showSaved(await call(linkProductCall, { body: { connector_product } }));
    } catch (error) {
      showFailure(error);
      if (!isOutOfDate(error)) return false;
    } finally {
      isLinking.current = false;
    }
    await revalidate();
    return true;
  };
  return { link, asked, setAsked };
}
