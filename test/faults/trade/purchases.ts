import { setTimeout as pause } from 'node:timers/promises';
import { enterOrder } from '../../../sandbox/netsuite/enter.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { throwUnlessPassing } from '../person.ts';
import type { Product } from '../product.ts';

/** A purchase order in NetSuite: announced to the warehouse, received there in its own way, and booked as item receipts. */
export type Bought = { id: string; number: string };

const tickMs = 100;

/** Enters `count` purchase orders in NetSuite, `perSecond` of them each second; every third has two lines of one SKU. */
export async function buy({ control }: Sandbox, round: string, count: number, perSecond: number): Promise<Bought[]> {
  const all: Bought[] = [];
  for (let tick = 1; all.length < count; tick++) {
    const most = Math.min(count, Math.ceil((tick * perSecond * tickMs) / 1000));
    for (let index = all.length; index < most; index++) {
      const number = `${round}-B${index + 1}`;
      const lines = [
        { sku: 'MUG', quantity: 20 + index },
        { sku: index % 3 === 0 ? 'MUG' : 'CUP', quantity: 6 },
      ];
      all.push({ id: String(enterOrder(control.company(), 'purchaseOrder', { number, lines })), number });
    }
    await pause(tickMs);
  }
  return all;
}

type Waiting = { id: string; unknown: number[]; refused: number[]; over: number[]; first: number };

/**
 * What a person does with what has come: counts what was not ordered to the line that it came in place of, accepts what is over, and
 * processes the rest. What the source refuses they enter there by hand, and mark.
 */
export async function receiveWhatCame({ seller, read }: Product): Promise<void> {
  for (const { id, unknown, refused, over, first } of await read<Waiting>(toReceive, [seller.accountId])) {
    const call = (path: string, body?: object) => seller.call('POST', path, body).catch(throwUnlessPassing);
    for (const receipt of unknown) await call(`/api/purchase-orders/${id}/receipts/${receipt}/accept`, { lineId: first });
    for (const receipt of refused) await call(`/api/purchase-orders/${id}/receipts/${receipt}/mark-processed`);
    for (const line of over) await call(`/api/purchase-orders/${id}/lines/${line}/accept-over`);
    await call(`/api/connectors/netsuite/receive/${id}`);
  }
}

/** Those of which something came that is not processed, and is not being processed. */
const toReceive = `
  select p.id,
    array(select r.id::int from receipts r where r.account_id = $1 and r.purchase_order_id = p.id and r.waits_for = 'unknown_sku') as unknown,
    array(select r.id::int from receipts r where r.account_id = $1 and r.purchase_order_id = p.id and r.processed_at is null and r.waits_for is null
      and exists (select from issues i where i.account_id = $1 and i.purchase_order_id = p.id and i.type = 'rejected_by_source' and i.closed_at is null)) as refused,
    array(select l.id::int from purchase_order_lines l where l.account_id = $1 and l.purchase_order_id = p.id and l.quantity_received > l.quantity + l.over_accepted) as over,
    (select min(l.id)::int from purchase_order_lines l where l.account_id = $1 and l.purchase_order_id = p.id) as first
  from purchase_orders p where p.account_id = $1 and p.status = 'received'
    and exists (select from receipts r where r.account_id = $1 and r.purchase_order_id = p.id and r.processed_at is null)
    and not exists (select from bookings b where b.account_id = $1 and b.purchase_order_id = p.id and b.state = 'waiting')`;
