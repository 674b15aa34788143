import { Box, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSignedIn } from '../../../../../people/accounts/sessions/use-signed-in.ts';
import { Skeleton } from '../../../../../ui/blocks/skeleton.tsx';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { countedWords } from '../../../../../ui/words/counted-words.ts';
import { SearchField } from '../../../../links/choice/search-field.tsx';
import { useProductSearch } from '../../../../links/choice/use-product-search.ts';
import type { Order } from '../../../detail/widgets/order.ts';
import { type LinesDraft, type Product, stateOfLines } from '../rules/lines.ts';
import classes from './finder.module.css';
import { ProductChoice } from './product-choice.tsx';

type Props = { order: Order; draft: LinesDraft; onAdd: (product: Product, quantity: number) => void; onClose: () => void };

/** Finds warehouse products and adds any number of them to the order. */
export function ProductFinder({ order, draft, onAdd, onClose }: Props) {
  const { found, failure, isBusy, search, more } = useProductSearch(useSignedIn()?.accountId);
  const [announcement, announce] = useState('');
  const onOrder = quantitiesOf(draft, order);
  return (
    <Dialog title="Product Finder" size={640} onClose={onClose}>
      <Stack gap={10} fz="sm">
        <SearchField
          failure={failure}
          onType={search}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && search(currentTarget.value)}
        />
        {!found && isBusy && <Skeleton rows={4} label="Searching" />}
        {found && (
          <FoundProducts
            {...{ found, isBusy, more, onOrder }}
            onAdd={(product, quantity) => {
              onAdd(product, quantity);
              announce(addedSentence(product.sku, quantity, onOrder.get(product.id)));
            }}
          />
        )}
        <Text size="sm" c="dimmed" mih={found?.length ? 19 : 0} role="status">
          {announcement}
        </Text>
      </Stack>
    </Dialog>
  );
}

type FoundProps = Pick<Search, 'isBusy' | 'more'> & {
  found: NonNullable<Search['found']>;
  /** How many units of each product the order has. */
  onOrder: ReadonlyMap<number, number>;
  onAdd: (product: Product, quantity: number) => void;
};
type Search = ReturnType<typeof useProductSearch>;

/** What was found, each with the quantity to add. */
export function FoundProducts({ found, isBusy, more, onOrder, onAdd }: FoundProps) {
  if (found.length === 0)
    return (
      <p className="soft" role="status">
        No results
      </p>
    );
  return (
    <ul className={classes.results} aria-label="Products found" aria-busy={isBusy}>
      {found.map((product) => (
        <ProductChoice
          key={product.id}
          product={product}
          onOrder={onOrder.get(product.id)}
          onAdd={(quantity) => onAdd(product, quantity)}
        />
      ))}
      {more && (
        <Box component="li" px={8} py={10}>
          <Button size="xs" variant="default" onClick={more} disabled={isBusy}>
            Show more
          </Button>
        </Box>
      )}
    </ul>
  );
}

/** Includes the new total, so that a second click shows another message. */
const addedSentence = (sku: string, added: number, before = 0) =>
  `${countedWords(added, 'unit')} of ${sku} added${before > 0 ? `, ${(before + added).toLocaleString('en-US')} in all` : ''}. Save the order to keep ${added === 1 ? 'it' : 'them'}.`;

/** How many units of each product the order would have if it were saved now. */
function quantitiesOf(draft: LinesDraft, order: Order): Map<number, number> {
  const quantities = new Map<number, number>();
  const count = (id: number | null, quantity: number | null) =>
    id !== null && quantities.set(id, (quantities.get(id) ?? 0) + (quantity ?? 0));
  for (const { line, quantity, isGoing, theirs } of stateOfLines(draft, order.lines))
    if (!isGoing && theirs !== null) count(line.product_id, quantity);
  for (const { product, quantity } of draft.added) count(product.id, quantity);
  return quantities;
}
