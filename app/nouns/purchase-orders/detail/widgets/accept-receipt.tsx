import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { undoRun } from '../../../../shared/runs/working/report-outcome.ts';
import { RowButton } from '../../../../ui/buttons/row-button.tsx';
import { WithQuestion } from '../../../../ui/dialog/with-question.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import type { Receipt } from '../../../purchase-flow/contract/detail.ts';
import { decideReceiptCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import type { Order } from './order.ts';

const why: Record<string, string> = {
  unknown_sku:
    'This SKU is on none of the lines. Count it to the line that it came in place of, or keep it here without booking it to the source.',
  held: 'The order is on hold. Accepted, what came counts and the order goes on.',
  cancelled: 'The order is cancelled. Accepted, what came counts and the order is open again.',
  closed_out: 'The order is closed out. Accepted, what came counts and the order is open again.',
  deleted: 'The order had been deleted. Accepted, what came counts.',
  changed: 'The warehouse corrected it after it had been processed. Correct it at the source, then accept it.',
};

/** Decides about a receipt that waits for a person. */
export function AcceptReceipt({ receipt, order }: { receipt: Receipt; order: Order }) {
  const [line, setLine] = useState('');
  const save = useSave({ undo: { what: 'acceptance', by: undoRun } });
  const params = { id: order.id, receiptId: receipt.id, decision: 'accept' as const };
  const seen = { sku: receipt.sku, quantity: receipt.quantity };
  const lines = order.purchase_order_items.map(({ id, sku, open }) => ({ value: String(id), label: `${sku}, ${open} open` }));
  return (
    <WithQuestion
      button={(ask) => (
        <RowButton aria-haspopup="dialog" onClick={ask}>
          Accept
        </RowButton>
      )}
      title={`Accept ${receipt.quantity} of ${receipt.sku}?`}
      text={
        <>
          {why[receipt.waits_for ?? '']}
          {receipt.waits_for === 'unknown_sku' && (
            <NativeSelect
              mt={12}
              label="Count it to"
              value={line}
              onChange={(event) => setLine(event.currentTarget.value)}
              data={[{ value: '', label: 'No line: keep it here' }, ...lines]}
            />
          )}
        </>
      }
      verb="Accept"
      run={() => save(decideReceiptCall, { params, body: { seen, ...(line !== '' && { lineId: Number(line) }) } })}
    />
  );
}
