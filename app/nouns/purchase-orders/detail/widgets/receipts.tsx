import { Group } from '@mantine/core';
import { call } from '../../../../../platform/call.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { PressButton } from '../../../../ui/buttons/row-button.tsx';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import type { Receipt } from '../../../purchase-flow/contract/detail.ts';
import { decideReceiptCall, markFulfilmentCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { AcceptReceipt } from './accept-receipt.tsx';
import type { Order } from './order.ts';
import classes from './tables.module.css';
import { useAct } from './use-act.ts';

const none = <span className="faint">–</span>;

/** What the warehouse received, each with its place in the books. */
export function Receipts({ order }: { order: Order }) {
  if (order.receipts.length === 0) return null;
  return (
    <Section title="Receipts" count={order.receipts.length}>
      <div className={classes.frame}>
        <ShortTable aria-label="Receipts">
          <thead>
            <tr>
              {['ASN ID', 'Receipt type', 'Receive date', 'SKU', 'Qty', 'Lot Number', 'Carrier', 'Freight', 'Status'].map((title) => (
                <th key={title} scope="col" data-figure={title === 'Qty' || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.receipts.map((receipt) => (
              <ReceiptRow key={receipt.id} receipt={receipt} order={order} />
            ))}
          </tbody>
        </ShortTable>
      </div>
    </Section>
  );
}

function ReceiptRow({ receipt, order }: { receipt: Receipt; order: Order }) {
  return (
    <tr>
      <td data-wide className="mono">
        {receipt.asn_id}
      </td>
      <td data-label="Receipt type">{receipt.type}</td>
      <td data-label="Receive date">{receipt.receipt_date_formatted.replace(/ (?=[ap]m$)/, '\u00a0')}</td>
      <td data-label="SKU" className="mono">
        {receipt.sku}
      </td>
      <td data-figure data-label="Qty">
        {receipt.quantity.toLocaleString('en-US')}
      </td>
      <td data-label="Lot Number" className="mono">
        {receipt.lot_number ?? none}
      </td>
      <td data-label="Carrier">{receipt.carrier ?? none}</td>
      <td data-label="Freight">{receipt.freight_number ?? none}</td>
      <td data-label="Status">
        <ReceiptStatus receipt={receipt} order={order} />
      </td>
    </tr>
  );
}

function ReceiptStatus({ receipt, order }: { receipt: Receipt; order: Order }) {
  const act = useAct();
  const mark = () => act(() => call(decideReceiptCall, { params: { id: order.id, receiptId: receipt.id, decision: 'mark-processed' } }));
  const mayMark = !receipt.processed && !receipt.under_way && receipt.waits_for === null;
  return (
    <Group gap="2px 8px">
      <ProcessedBadge processed={receipt.processed} />
      {receipt.waits_for && <AcceptReceipt receipt={receipt} order={order} />}
      {mayMark && order.issues.some((issue) => concerns(issue, receipt)) && <PressButton run={mark}>Mark as processed</PressButton>}
    </Group>
  );
}

/** An issue that keeps this receipt from being booked. */
const concerns = ({ type, line_id }: Order['issues'][number], { lines }: Receipt) =>
  type === 'rejected_by_source' ||
  ((type === 'over_received' || type === 'unexpected_item') && lines.some((line) => line.line_id === line_id));

const ProcessedBadge = ({ processed }: { processed: boolean }) => (
  <StatusBadge status={processed ? 'done' : 'waiting'} label={processed ? 'Processed' : 'Not processed'} />
);

/** What the warehouse sent out again of it. */
export function Fulfilments({ order }: { order: Order }) {
  const act = useAct();
  if (order.fulfillments.length === 0) return null;
  return (
    <Section title="Fulfillments" count={order.fulfillments.length}>
      <div className={classes.frame}>
        <ShortTable aria-label="Fulfillments">
          <thead>
            <tr>
              {['Amware SKU', 'Lot', 'Qty shipped', 'Date', 'Status'].map((title) => (
                <th key={title} scope="col" data-figure={title === 'Qty shipped' || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.fulfillments.map(({ id, sku, lot, qty_shipped, ship_date_formatted, processed }) => (
              <tr key={id}>
                <td data-wide className="mono">
                  {sku}
                </td>
                <td data-label="Lot" className="mono">
                  {lot ?? none}
                </td>
                <td data-figure data-label="Qty shipped">
                  {qty_shipped.toLocaleString('en-US')}
                </td>
                <td data-label="Date">{ship_date_formatted}</td>
                <td data-label="Status">
                  <ProcessedBadge processed={processed} />{' '}
                  {!processed && (
                    <PressButton run={() => act(() => call(markFulfilmentCall, { params: { id: order.id, fulfilmentId: id } }))}>
                      Mark as processed
                    </PressButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </ShortTable>
      </div>
    </Section>
  );
}
