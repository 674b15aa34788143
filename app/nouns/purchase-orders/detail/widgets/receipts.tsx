import { Group, Text } from '@mantine/core';
import { RecordTable, type TableColumn } from '../../../../ui/blocks/record-table.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { Serials } from '../../../../ui/text/serials.tsx';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeCalendarDay } from '../../../../ui/time/write-time.ts';
import type { Receipt } from '../../../purchase-flow/contract/detail.ts';
import { decideReceiptCall, markFulfilmentCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { AcceptReceipt } from './accept-receipt.tsx';
import { MarkProcessed } from './mark-processed.tsx';
import type { Order } from './order.ts';
import classes from './tables.module.css';

const none = <span className="faint">–</span>;

/** What the warehouse received, each with its place in the books. */
export function Receipts({ order }: { order: Order }) {
  if (order.receipts.length === 0) return null;
  return (
    <Section title="Receipts" count={order.receipts.length}>
      <div className={classes.frame}>
        <RecordTable label="Receipts" columns={receiptColumns(order)} rows={order.receipts} rowKey={({ id }) => id} />
      </div>
    </Section>
  );
}

const receiptColumns = (order: Order): TableColumn<Receipt>[] => [
  { title: 'ASN ID', wide: true, className: 'mono', cell: ({ asn_id }) => asn_id },
  { title: 'Receipt type', titled: true, cell: ({ type }) => type },
  { title: 'Receive date', titled: true, cell: (receipt) => receipt.receipt_date_formatted.replace(/ (?=[ap]m$)/, '\u00a0') },
  { title: 'SKU', titled: true, className: 'mono', cell: ({ sku }) => sku },
  { title: 'Qty', titled: true, figure: true, cell: ({ quantity }) => quantity.toLocaleString('en-US') },
  { title: 'Lot Number', titled: true, className: 'mono', cell: (receipt) => <ReceivedLot receipt={receipt} /> },
  { title: 'Carrier', titled: true, cell: ({ carrier }) => carrier ?? none },
  { title: 'Freight', titled: true, cell: ({ freight_number }) => freight_number ?? none },
  { title: 'Status', titled: true, cell: (receipt) => <ReceiptStatus receipt={receipt} order={order} /> },
];

/** The lot, when it expires, and the serial numbers. */
function ReceivedLot({ receipt: { lot_number, expires_on, serials } }: { receipt: Receipt }) {
  const { dateStyle } = useClock();
  return (
    <>
      {lot_number ?? none}
      {expires_on && (
        <Text component="div" size="xs" c="dimmed" ff="text">
          expires {writeCalendarDay(expires_on, dateStyle)}
        </Text>
      )}
      <Serials numbers={serials} />
    </>
  );
}

function ReceiptStatus({ receipt, order }: { receipt: Receipt; order: Order }) {
  const save = useSave();
  const params = { id: order.id, receiptId: receipt.id, decision: 'mark-processed' } as const;
  const mark = () => save(decideReceiptCall, { params, body: { seen: { sku: receipt.sku, quantity: receipt.quantity } } });
  const mayMark = !receipt.processed && !receipt.under_way && receipt.waits_for === null;
  return (
    <Group gap="2px 8px">
      <ProcessedBadge processed={receipt.processed} />
      {receipt.waits_for && <AcceptReceipt receipt={receipt} order={order} />}
      {mayMark && order.issues.some((issue) => concerns(issue, receipt)) && (
        <MarkProcessed
          goods={`${receipt.quantity} of ${receipt.sku}`}
          text="It counts as booked by hand, and is no longer booked from here."
          mark={mark}
        />
      )}
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
  if (order.fulfillments.length === 0) return null;
  return (
    <Section title="Fulfillments" count={order.fulfillments.length}>
      <div className={classes.frame}>
        <RecordTable label="Fulfillments" columns={fulfilmentColumns(order)} rows={order.fulfillments} rowKey={({ id }) => id} />
      </div>
    </Section>
  );
}

type Fulfilment = Order['fulfillments'][number];

const fulfilmentColumns = (order: Order): TableColumn<Fulfilment>[] => [
  { title: 'Amware SKU', wide: true, className: 'mono', cell: ({ sku }) => sku },
  { title: 'Lot', titled: true, className: 'mono', cell: ({ lot }) => lot ?? none },
  { title: 'Qty shipped', titled: true, figure: true, cell: ({ qty_shipped }) => qty_shipped.toLocaleString('en-US') },
  { title: 'Date', titled: true, cell: ({ ship_date_formatted }) => ship_date_formatted },
  { title: 'Status', titled: true, cell: (fulfilment) => <FulfilmentStatus fulfilment={fulfilment} order={order} /> },
];

function FulfilmentStatus({ fulfilment: { id, processed, qty_shipped, sku }, order }: { fulfilment: Fulfilment; order: Order }) {
  const save = useSave();
  const mark = () => save(markFulfilmentCall, { params: { id: order.id, fulfilmentId: id } });
  return (
    <>
      <ProcessedBadge processed={processed} />{' '}
      {!processed && <MarkProcessed goods={`${qty_shipped} of ${sku}`} text="It counts as entered at its source by hand." mark={mark} />}
    </>
  );
}
