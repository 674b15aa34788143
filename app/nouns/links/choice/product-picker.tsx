import { Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { PressButton } from '../../../ui/buttons/row-button.tsx';
import { Compared } from './compared.tsx';
import classes from './product-picker.module.css';
import { SearchField } from './search-field.tsx';
import type { Candidate, ProductChoice, Sold } from './use-product-choice.ts';

type Props = {
  choice: ProductChoice;
  link?: (product: Candidate) => Promise<unknown>;
  /** True where it is not known which products are likely. */
  offerFailed?: boolean;
};

/**
 * A search field over a list of products with one selected. Arrows move the selection without leaving the field. With `link` each has
 * a button that links it at once.
 */
export function ProductPicker({ choice, link, offerFailed = false }: Props) {
  const name = useId();
  const { sold, choices, chosen, choose, move, type, isTyping, failure, isSearched } = choice;
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
      {choices.length > 0 ? (
        <fieldset className={classes.list} aria-busy={isTyping}>
          <VisuallyHidden component="legend">{isSearched ? 'Products found' : 'Likeliest products'}</VisuallyHidden>
          {choices.map((product) => (
            <Option
              key={product.id}
              name={name}
              product={product}
              sold={sold}
              chosen={product === chosen}
              onChoose={() => choose(product.id)}
              link={link}
            />
          ))}
        </fieldset>
      ) : (
        <p className="soft" role="status">
          {isSearched ? 'No Results Found' : offerFailed ? notOffered : 'No product has a similar name. Search for the right one.'}
        </p>
      )}
      <VisuallyHidden aria-live="polite">{chosen && `${chosen.sku}, ${chosen.name} is chosen`}</VisuallyHidden>
    </Stack>
  );
}

const notOffered = 'The likeliest products could not be loaded. Search for the right one.';

type OptionProps = { name: string; product: Candidate; sold: Sold; chosen: boolean; onChoose: () => void; link: Props['link'] };

function Option({ name, product, sold, chosen, onChoose, link }: OptionProps) {
  const option = useRef<HTMLLabelElement>(null);
  useEffect(() => {
    if (chosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div className={classes.row}>
      <label ref={option} className={classes.option}>
        <input type="radio" name={name} checked={chosen} onChange={onChoose} />
        <Compared product={product} sold={sold} />
        <span className="soft figure">{product.quantity_available.toLocaleString('en-US')} in stock</span>
      </label>
      {link && (
        <PressButton run={() => link(product)} aria-label={`Link ${product.sku}`}>
          Link
        </PressButton>
      )}
    </div>
  );
}
