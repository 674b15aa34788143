import { useState } from 'react';
import { partAhead } from '../../../../../ui/lazily.tsx';
import { ItemPicture } from '../../../../../ui/picture/item-picture.tsx';
import type { Order } from '../order.ts';
import classes from './lines.module.css';

type Line = Order['lines'][number];

/** `Size: L · Engraving: Ada`. */
const writeOptions = (options: NonNullable<Line['options']>) =>
  options.map(({ name, value }) => [name, value].filter(Boolean).join(': ')).join(' · ');

type Props = { line: Line; order: Order };

const [LineDetails, prepare] = partAhead(() => import('./line-details.tsx'));

/** A line's name and SKU from the channel; a click opens its details. */
export function LineItem({ line, order }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { sku, name, imageUrl } = line;
  return (
    <span className={classes.item}>
      <ItemPicture address={imageUrl} size={32} />
      <span className={classes.words}>
        <button
          type="button"
          className={classes.name}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {name || sku || 'Details'}
        </button>
        <span className="mono">{sku || 'no SKU'}</span>
        {line.options && <span className={classes.options}>{writeOptions(line.options)}</span>}
      </span>
      {isOpen && <LineDetails line={line} order={order} onClose={() => setOpen(false)} />}
    </span>
  );
}
