import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ItemPicture } from '../../../../../ui/picture/item-picture.tsx';
import type { Found } from '../../../../links/choice/use-product-search.ts';
import { QuantityInput } from '../quantity-input.tsx';
import { isWhole, type Quantity } from '../rules/lines.ts';
import classes from './finder.module.css';

type Props = { product: Found; onOrder: number | undefined; onAdd: (quantity: number) => void };

/** A found product, with the quantity to add. */
export function ProductChoice({ product: { name, sku, image_url, quantity_available, gone_at }, onOrder, onAdd }: Props) {
  const [quantity, setQuantity] = useState<Quantity>(1);
  const add = () => {
    if (isWhole(quantity)) onAdd(quantity);
  };
  return (
    <li className={classes.result}>
      <ItemPicture address={image_url} size={32} />
      <span className={classes.words}>
        <span>{name || sku}</span>
        <Text span size="xs" c="dimmed">
          <span className="mono">{sku}</span> · <span className={classes.whole}>{quantity_available.toLocaleString('en-US')} in stock</span>
          {gone_at && ' · the warehouse no longer names it'}
          {onOrder !== undefined && (
            <>
              {' · '}
              <Text span inherit fw={500} c="var(--accent-text)" className={classes.whole}>
                {onOrder.toLocaleString('en-US')} on the order
              </Text>
            </>
          )}
        </Text>
      </span>
      <QuantityInput
        label={`Quantity of ${sku}`}
        value={quantity}
        onChange={setQuantity}
        onKeyDown={({ key }) => key === 'Enter' && add()}
      />
      <Button size="xs" variant="default" onClick={add} disabled={!isWhole(quantity)} aria-label={`Add ${sku}`}>
        Add
      </Button>
    </li>
  );
}
