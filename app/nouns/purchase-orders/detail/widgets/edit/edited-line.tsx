import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, TextInput } from '@mantine/core';
import { RowButton } from '../../../../../ui/buttons/row-button.tsx';
import type { PurchaseOrderItem } from '../../../../purchase-flow/contract/detail.ts';
import type { EditMode } from './use-edit-mode.ts';

/** A line with its quantity, lot and date as fields. A removed one stays, with Undo, until it is saved. */
export function EditedLine({ item, mode: { lines, setLine } }: { item: PurchaseOrderItem; mode: EditMode }) {
  const change = lines.get(item.id) ?? {};
  const isGoing = change.isDelete === true;
  const field = { size: 'xs', disabled: isGoing } as const;
  return (
    <tr>
      <td data-wide className="mono">
        {item.sku}
      </td>
      <td data-label="Warehouse SKU" className="mono">
        {item.amware_reference_sku ?? '–'}
      </td>
      <td data-label="Lot Number">
        <TextInput
          {...field}
          aria-label={`Lot of ${item.sku}`}
          maxLength={100}
          value={(change.lot_number === undefined ? item.lot_number : change.lot_number) ?? ''}
          onChange={(event) => setLine(item.id, { lot_number: event.currentTarget.value || null })}
        />
      </td>
      <td data-label="Sync Date">{item.in_amware_date_formatted ?? '–'}</td>
      <td data-label="Estimated delivery Date">
        <TextInput
          {...field}
          type="date"
          aria-label={`Delivery of ${item.sku}`}
          value={(change.expected_at === undefined ? item.expected_on : change.expected_at) ?? ''}
          onChange={(event) => setLine(item.id, { expected_at: event.currentTarget.value || null })}
        />
      </td>
      <td data-label="Name">{item.name}</td>
      <td data-figure data-label="Qty">
        <NumberInput
          {...field}
          miw={96}
          aria-label={`Qty of ${item.sku}`}
          min={Math.max(1, item.received)}
          step={1}
          allowDecimal={false}
          allowNegative={false}
          value={change.quantity ?? item.quantity}
          onChange={(quantity) => typeof quantity === 'number' && setLine(item.id, { quantity })}
        />
      </td>
      <td data-figure>
        {item.received === 0 && (
          <RowButton
            onClick={() => setLine(item.id, { isDelete: !isGoing })}
            aria-label={`${isGoing ? 'Undo removal of' : 'Remove'} ${item.sku}`}
          >
            {isGoing ? 'Undo' : 'Remove'}
          </RowButton>
        )}
      </td>
    </tr>
  );
}
