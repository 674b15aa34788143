import '@mantine/core/styles/Radio.layer.css';
import { Radio, Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../../platform/call.ts';
import type { DateStyle } from '../../../../../../platform/date-style.ts';
import { openedPanel, type PanelProps } from '../../../../../shared/issues/remedy/opened-panel.tsx';
import { Panel } from '../../../../../shared/issues/remedy/panel.tsx';
import { useSend } from '../../../../../shared/issues/remedy/use-panel.ts';
import { receiptOfSubject } from '../../../../../shared/issues/types/purchase-orders.ts';
import { showAlert } from '../../../../../ui/alerts/alerts.ts';
import { showUndoable } from '../../../../../ui/alerts/undoable.ts';
import { useQuery } from '../../../../../ui/hooks/use-query.ts';
import { useClock } from '../../../../../ui/time/clock.tsx';
import { writeCalendarDay } from '../../../../../ui/time/write-time.ts';
import { type FoundPurchaseOrder, searchPurchaseOrdersCall } from '../../../../purchase-flow/contract/purchase-orders.ts';
import {
  assignReceiptCall,
  getUnknownReceiptCall,
  setReceiptAsideCall,
  takeReceiptBackCall,
  type UnknownReceipt,
} from '../../../../purchase-flow/contract/unknown-receipts.ts';

/** Assigns a receipt that belongs to nothing to a purchase order, or sets it aside with a reason. */
function PlaceReceipt({ data: receipt, onClose, onDone }: PanelProps<UnknownReceipt>) {
  const [aside, setAside] = useState(false);
  const [order, setOrder] = useState<FoundPurchaseOrder | null>(null);
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const { dateStyle } = useClock();
  const { send, busy, failure } = useSend();
  const showUndoable = useUndoable();
  const params = { receiptId: receipt.id };
  const save = () =>
    send(async () => {
      const isMissing = aside ? reason.trim() === '' : order === null;
      setMissing(isMissing);
      if (isMissing) return;
      const { message } = aside
        ? await call(setReceiptAsideCall, { params, body: { reason } })
        : await call(assignReceiptCall, { params, body: { purchaseOrderId: order?.id ?? 0 } });
      await onDone(() => showUndoable(receipt.id, message));
    });
  return (
    <Panel
      title={`${receipt.quantity.toLocaleString('en-US')} of ${receipt.sku}`}
      impact={`${receivedAs(receipt, dateStyle)}. Until it is set aside, or processed with its order, channels are not offered it.`}
      verb={aside ? 'Set aside' : 'Assign receipt'}
      busy={busy}
      failure={failure}
      onSend={save}
      onClose={onClose}
    >
      <Radio.Group aria-label="What to do with it" value={aside ? 'aside' : 'order'} onChange={(value) => setAside(value === 'aside')}>
        <Stack gap={8}>
          <Radio value="order" label="It belongs to a purchase order" />
          <Radio value="aside" label="Set it aside" />
        </Stack>
      </Radio.Group>
      {aside ? (
        <Textarea
          label="Why"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={missing && reason.trim() === '' && 'Say why.'}
          maxLength={500}
          autosize
          minRows={2}
        />
      ) : (
        <OrderChoice
          candidates={receipt.candidates}
          value={order}
          onChange={setOrder}
          error={missing && order === null && 'Choose a purchase order.'}
        />
      )}
    </Panel>
  );
}

function receivedAs({ asn_id, lot_number, expires_on }: UnknownReceipt, dateStyle: DateStyle): string {
  return [
    `Received ${asn_id === null ? 'without an announcement' : `for announcement ${asn_id}`}`,
    ...(lot_number ? [`lot ${lot_number}`] : []),
    ...(expires_on ? [`expires ${writeCalendarDay(expires_on, dateStyle)}`] : []),
  ].join(', ');
}

type ChoiceProps = {
  candidates: FoundPurchaseOrder[];
  value: FoundPurchaseOrder | null;
  onChange: (order: FoundPurchaseOrder | null) => void;
  error: React.ReactNode;
};

/** Those that ask for its SKU; typing searches all. */
function OrderChoice({ candidates, value, onChange, error }: ChoiceProps) {
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const isSearched = words.length > 1 && (value === null || words !== labelOf(value));
  const { data: found = [] } = useQuery({
    queryKey: ['purchase-orders', words],
    enabled: isSearched,
    queryFn: async ({ signal }) => (await call(searchPurchaseOrdersCall, { query: { q: words } }, signal)) ?? [],
  });
  const orders = new Map([...(value ? [value] : []), ...(isSearched ? found : candidates)].map((each) => [String(each.id), each]));
  return (
    <Select
      label="Purchase order"
      placeholder="Search by number, vendor or SKU"
      searchable
      data={[...orders].map(([id, each]) => ({ value: id, label: labelOf(each) }))}
      // The search has chosen them already, by more than their labels say.
      filter={({ options }) => options}
      // Until it has replied, the first is of other words.
      selectFirstOptionOnChange={false}
      value={value && String(value.id)}
      onChange={(id) => onChange(id === null ? null : (orders.get(id) ?? null))}
      onSearchChange={setTyped}
      error={error}
      nothingFoundMessage="No Results Found"
      comboboxProps={{ withinPortal: false }}
    />
  );
}

const labelOf = ({ po_number, source_number, vendor_name }: FoundPurchaseOrder) => `${po_number} · ${source_number} · ${vendor_name}`;

/** Says what was done, with Undo beside it. */
function useUndoable(): (receiptId: number, message: string) => void {
  const { revalidate } = useRevalidator();
  return (receiptId, text) =>
    showUndoable({
      text,
      what: 'decision',
      async undo() {
        showAlert('success', (await call(takeReceiptBackCall, { params: { receiptId } })).message);
        await revalidate();
      },
    });
}

export default openedPanel({
  read: ({ subject }, signal) => call(getUnknownReceiptCall, { params: { receiptId: receiptOfSubject(subject) } }, signal),
  Form: PlaceReceipt,
});
