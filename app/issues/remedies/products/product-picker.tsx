import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import classes from './product-picker.module.css';
import type { Candidate, ProductChoice } from './use-product-choice.ts';

/** A search field over a list of products with one selected. Arrows move the selection without leaving the field. */
export function ProductPicker({ choice }: { choice: ProductChoice }) {
  const name = useId();
  const { shown, chosen, choose, move, type, isTyping, failure, isSearched } = choice;
  const field = useRef<HTMLInputElement>(null);
  // The products may arrive after the dialog opened: focus is then on the first element.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  return (
    <div className={classes.picker}>
      <label className={classes.search}>
        <IconSearch size={14} stroke={1.8} aria-hidden />
        <input
          ref={field}
          type="search"
          placeholder="Search by SKU, name or UPC"
          aria-label="Search products"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1);
          }}
        />
      </label>
      {shown.length > 0 ? (
        <fieldset className={classes.list} aria-busy={isTyping}>
          <legend className={classes.hidden}>{isSearched ? 'Products found' : 'Likeliest products'}</legend>
          {shown.map((product) => (
            <Option key={product.id} name={name} product={product} chosen={product === chosen} onChoose={() => choose(product.id)} />
          ))}
        </fieldset>
      ) : (
        <p className={classes.none} role="status">
          {isSearched ? 'No Results Found' : 'No product reads alike. Search for the one it means.'}
        </p>
      )}
      <p className={classes.hidden} aria-live="polite">
        {chosen && `${chosen.sku}, ${chosen.name} is chosen`}
      </p>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </div>
  );
}

type OptionProps = { name: string; product: Candidate; chosen: boolean; onChoose: () => void };

function Option({ name, product, chosen, onChoose }: OptionProps) {
  const option = useRef<HTMLLabelElement>(null);
  useEffect(() => {
    if (chosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <label ref={option} className={classes.option}>
      <input type="radio" name={name} checked={chosen} onChange={onChoose} />
      <span className="mono">{product.sku}</span>
      <span className={classes.name}>{product.name}</span>
      <span className={classes.stock}>{product.quantity_available.toLocaleString('en-US')} in stock</span>
    </label>
  );
}
