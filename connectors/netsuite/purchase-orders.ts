import type { GoodsReceipt, PurchaseOrder, PurchaseOrders, Result } from '../contract.ts';
import { inPieces } from '../http/pieces.ts';
import { mapResult } from '../http/result.ts';
import { book, bookedBefore, prefix } from './bookings.ts';
import type { NetsuiteClient } from './client.ts';
import { dayOf } from './clock.ts';
import type { Opened } from './opened.ts';
import { allHidden } from './orders.ts';
import * as queries from './queries.ts';
import { idsOf, oneOrder, pageOf } from './reading.ts';
import { rejected } from './refusals.ts';
import { linesBy, rowsBy } from './related.ts';
import { translatePurchase } from './translate-purchase.ts';
import { walkStream } from './walk.ts';
import * as wire from './wire.ts';

const most = 200;

/** Purchase orders, and what came in as their item receipts. */
export function purchaseOrdersOf(opened: Opened): PurchaseOrders {
  const { client, zone, subsidiary, location } = opened;
  const read = (heads: unknown[]) => readPurchases(opened, heads as Row[]);
  return {
    stream: walkStream<PurchaseOrder>({
      ...{ client, zone, most, read },
      query: (place) => queries.headsAfter('PurchOrd', place, subsidiary),
      allowed: () => client.anyOf('purchaseOrder'),
    }),
    get: (remoteId) => oneOrder(client, { id: remoteId, type: 'PurchOrd', name: 'purchaseOrder' }, read),
    async receive(receipt) {
      const before = await bookedUnknown(client, receipt);
      if (!before.ok) return before;
      if (before.value) return { ok: true, value: { reference: before.value } };
      return book(client, {
        ...bookingIdOf(receipt),
        from: 'purchaseOrder',
        moved: receipt.lines,
        places: { locationId: receipt.locationId, spare: location },
        head: { tranDate: dayOf(zone, receipt.receivedAt) },
      });
    },
    async isReceived(receipt) {
      return mapResult(await bookedBefore(client, bookingIdOf(receipt)), (id) => id !== null);
    },
  };
}

/**
 * A key stands for the receipts that it books together: other receipts, of which some are the same, have another. So what NetSuite has of
 * ours is read first: where that is more than is known here, and not this very booking, a person has to say what of it is booked.
 */
async function bookedUnknown(client: NetsuiteClient, receipt: GoodsReceipt): Promise<Result<string | null>> {
  if (!/^\d+$/.test(receipt.remoteId)) return { ok: true, value: null };
  const found = await receivedBefore(client, receipt);
  if (!found.ok) return found;
  const there = found.value;
  const odd = receipt.lines.find(({ remoteLineId, booked }) => (there.get(remoteLineId) ?? 0) > booked);
  if (!odd) return { ok: true, value: null };
  const same = await bookedBefore(client, bookingIdOf(receipt));
  if (!same.ok || same.value) return same;
  const { sku, booked, remoteLineId } = odd;
  return rejected('duplicate', { code: 'netsuite.booked_more', sku, there: there.get(remoteLineId) ?? 0, booked });
}

/** Each line has a row, and a page has a thousand. */
const linesAtOnce = 250;

/** What our receipts have of the lines of this one: those of the whole order can be more than a page. */
async function receivedBefore(client: NetsuiteClient, { remoteId, lines }: GoodsReceipt): Promise<Result<Map<string, number>>> {
  const there = new Map<string, number>();
  const ids = [...new Set(lines.map(({ remoteLineId }) => remoteLineId))].filter((id) => /^\d+$/.test(id));
  for (const some of inPieces(ids, linesAtOnce)) {
    const found = await client.query(queries.receivedByUs(remoteId, some, prefix));
    if (!found.ok) return found;
    for (const { line, quantity } of wire.moved.array().parse(found.value.rows)) there.set(line, quantity);
  }
  return { ok: true, value: there };
}

const bookingIdOf = ({ key, remoteId }: GoodsReceipt) => ({ key, order: remoteId, to: 'itemReceipt' }) as const;

type Row = Record<string, unknown>;

async function readPurchases({ client, zone }: Opened, heads: Row[]) {
  const lines = await linesBy(client, idsOf(heads));
  if (!lines.ok) return lines;
  const hidden = allHidden([...lines.value.values()].flat());
  if (hidden) return hidden;
  const vendors = await rowsBy(
    client,
    heads.map(({ entity }) => entity),
    'id',
    queries.vendors,
  );
  if (!vendors.ok) return vendors;
  const translated = heads.map((head) =>
    translatePurchase(
      { head, lines: lines.value.get(String(head.id)) ?? [], vendor: vendors.value.get(String(head.entity))?.[0] ?? null },
      zone,
    ),
  );
  return { ok: true, value: pageOf(translated) } as const;
}
