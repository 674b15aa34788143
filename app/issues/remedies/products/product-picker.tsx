import { Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { Compared } from './compared.tsx';
import classes from './product-picker.module.css';
import { SearchField } from './search-field.tsx';
import type { Candidate, ProductChoice, Sold } from './use-product-choice.ts';

/** A search field over a list of products with one selected. Arrows move the selection without leaving the field. */
export function ProductPicker({ choice }: { choice: ProductChoice }) {
  const name = useId();
  const { sold, shown, chosen, choose, move, type, isTyping, failure, isSearched } = choice;
  const field = useRef<HTMLInputElement>(null);
  // The products may arrive after the dialog opened: focus is then on the first element.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap={8}>
      <SearchField
        ref={field}
        failure={failure}
        onType={type}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          move(event.key === 'ArrowDown' ? 1 : -1);
        }}
      />
      {shown.length > 0 ? (
        <fieldset className={classes.list} aria-busy={isTyping}>
          <VisuallyHidden component="legend">{isSearched ? 'Products found' : 'Likeliest products'}</VisuallyHidden>
          {shown.map((product) => (
            <Option
              key={product.id}
              name={name}
              product={product}
              sold={sold}
              chosen={product === chosen}
              onChoose={() => choose(product.id)}
            />
          ))}
        </fieldset>
      ) : (
        <p className="soft" role="status">
          {isSearched ? 'No Results Found' : 'No product has a similar name. Search for the right one.'}
        </p>
      )}
      <VisuallyHidden aria-live="polite">{chosen && `${chosen.sku}, ${chosen.name} is chosen`}</VisuallyHidden>
    </Stack>
  );
}

type OptionProps = { name: string; product: Candidate; sold: Sold; chosen: boolean; onChoose: () => void };

function Option({ name, product, sold, chosen, onChoose }: OptionProps) {
  const option = useRef<HTMLLabelElement>(null);
  useEffect(() => {
    if (chosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <label ref={option} className={classes.option}>
      <input type="radio" name={name} checked={chosen} onChange={onChoose} />
      <Compared product={product} sold={sold} />
      <span className="soft figure">{product.quantity_available.toLocaleString('en-US')} in stock</span>
    </label>
  );
}
