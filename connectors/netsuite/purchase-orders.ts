import type { GoodsReceipt, PurchaseOrder, PurchaseOrders } from '../contract.ts';
import { mapResult } from '../http/result.ts';
import { book, bookedBefore } from './bookings.ts';
import { dayOf } from './clock.ts';
import type { Opened } from './opened.ts';
import { allHidden } from './orders.ts';
import * as queries from './queries.ts';
import { idsOf, oneOrder, pageOf } from './reading.ts';
import { linesBy, rowsBy } from './related.ts';
import { translatePurchase } from './translate-purchase.ts';
import { walkStream } from './walk.ts';

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
    receive: (receipt) =>
      book(client, {
        ...asked(receipt),
        from: 'purchaseOrder',
        moved: receipt.lines,
        places: { locationId: receipt.locationId, spare: location },
        head: { tranDate: dayOf(zone, receipt.receivedAt) },
      }),
    async isReceived(receipt) {
      return mapResult(await bookedBefore(client, asked(receipt)), (id) => id !== null);
    },
  };
}

const asked = ({ key, remoteId }: GoodsReceipt) => ({ key, order: remoteId, to: 'itemReceipt' }) as const;

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
