import { ActionIcon, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { ItemPicture } from '../../../../../ui/picture/item-picture.tsx';
import { PriceCells, StockCell } from '../../../detail/widgets/lines/line-table.tsx';
import linesClasses from '../../../detail/widgets/lines/lines.module.css';
import { QuantityInput } from '../quantity-input.tsx';
import { type Added, dropAdded, setAdded } from '../rules/lines.ts';
import { useSession } from '../session.ts';
import type { RowProps } from './edit-row.tsx';

/** A product that the save will add. */
export function AddedRow({ added: { product, quantity }, order, session, onChange }: RowProps & { added: Added }) {
  const isBusy = useSession(session, ({ isLocked }) => isLocked);
  const { id, sku, name, image_url, quantity_available: available } = product;
  const there = order.lines.find(({ product_id, is_charge }) => product_id === id && !is_charge);
  return (
    <tr data-changed>
      <td data-cell="source">
        <span className={linesClasses.item}>
          <ItemPicture address={image_url} size={32} />
          <span className={linesClasses.words}>
            <span>{name || sku}</span>
            <span className="mono">
              {sku}{' '}
              <Text span inherit c="var(--accent-text)">
                new
              </Text>
            </span>
          </span>
        </span>
      </td>
      <td data-cell="mapped" data-label="Amware Item">
        <span className="mono">{sku}</span>
      </td>
      <td data-cell="qty" data-label="Qty">
        <QuantityInput
          label={`Qty of ${sku}`}
          value={quantity}
          readOnly={isBusy}
          onChange={(typed) => onChange(setAdded(session.get().lines, id, typed))}
        />
        {there && <span className={linesClasses.aside}>with theirs {(there.quantity + (quantity ?? 0)).toLocaleString('en-US')}</span>}
      </td>
      <StockCell available={available} isShort={available !== null && available > 0 && (quantity ?? 0) > available} />
      <PriceCells currency={order.currency} />
      <td className={linesClasses.end}>
        <ActionIcon
          size={28}
          disabled={isBusy}
          aria-label={`Remove ${sku}`}
          title="Remove"
          onClick={() => onChange(dropAdded(session.get().lines, id))}
        >
          <IconTrash size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
