import { RowButton } from '../../../../../ui/buttons/row-button.tsx';
import type { PurchaseOrderItem } from '../../../../purchase-flow/contract/detail.ts';
import { LineFields } from './line-fields.tsx';
import type { EditMode } from './use-edit-mode.ts';
import type { NewLine } from './use-new-line.ts';

/** A line with its quantity, lot and date as fields. A removed one stays, with Undo, until it is saved. */
export function EditedLine({ item, mode: { lines, setLine, wrong } }: { item: PurchaseOrderItem; mode: EditMode }) {
  const change = lines.get(item.id) ?? {};
  const isGoing = change.isDelete === true;
  return (
    <LineFields
      line={{
        ...{ sku: item.sku, name: item.name, warehouseSku: item.amware_reference_sku, synced: item.in_amware_date_formatted },
        lot_number: change.lot_number === undefined ? item.lot_number : change.lot_number,
        expected_at: change.expected_at === undefined ? item.expected_on : change.expected_at,
        quantity: change.quantity ?? item.quantity,
      }}
      min={Math.max(1, Math.ceil(item.received / item.units_per_sale))}
      disabled={isGoing}
      wrong={wrong.get(item.id)}
      onChange={(part) => setLine(item.id, part)}
    >
      {item.received === 0 && (
        <RowButton
          onClick={() => setLine(item.id, { isDelete: !isGoing })}
          aria-label={`${isGoing ? 'Undo removal of' : 'Remove'} ${item.sku}`}
        >
          {isGoing ? 'Undo' : 'Remove'}
        </RowButton>
      )}
    </LineFields>
  );
}

/** A line that was added and is not saved yet. */
export function AddedLine({ line, mode: { setAdded, isSaving, wrong } }: { line: NewLine; mode: EditMode }) {
  return (
    <LineFields
      line={{ ...line, warehouseSku: line.sku, synced: null }}
      disabled={isSaving}
      wrong={wrong.get(line.key)}
      onChange={(part) => setAdded(line.key, part)}
    >
      <RowButton disabled={isSaving} onClick={() => setAdded(line.key, null)} aria-label={`Remove ${line.sku}`}>
        Remove
      </RowButton>
    </LineFields>
  );
}
