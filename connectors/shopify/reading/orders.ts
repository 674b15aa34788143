import type { ChannelOrder, Cursor, Orders, Page, Result } from '../../contract.ts';
import { oneRecord, translateAll } from '../../http/records.ts';
import { mapResult } from '../../http/result.ts';
import { beginBulk, bulkPlaceIn, readBulk } from '../bulk/operation.ts';
import { listLocations } from '../identify.ts';
import { because } from '../reasons.ts';
import type { Opened } from '../settings.ts';
import { decideCancel } from '../shipping/cancelling.ts';
import { hold } from '../shipping/holds.ts';
import { decideShip } from '../shipping/requests.ts';
import type { RawOrder } from '../wire.ts';
import { ordersInBulk } from './bulk.ts';
import { readOpen } from './open.ts';
import { readPage } from './pages.ts';
import { translateOrder } from './translate.ts';
import { type WholeOrder, wholeOrder } from './whole.ts';

export function ordersOf(opened: Opened): Orders {
  const { client } = opened;
  const inBulk = ordersInBulk(opened, (raws) => translated(opened, raws));
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const place = bulkPlaceIn(cursor);
        if (place === undefined && cursor !== null) return readInPages(opened, cursor, since);
        const read = await (place ? readBulk(opened, inBulk, place) : beginBulk(opened, inBulk, since));
        if (!read.ok) return read;
        return read.value ? { ok: true, value: read.value } : readInPages(opened, null, place?.since ?? since);
      },
    },
    async get(remoteId) {
      const found = await client.getOrder(remoteId);
      if (!found.ok) return found;
      if (found.value === null) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_order' }) } };
      const read = await translated(opened, [found.value]);
      return read.ok ? oneRecord(read.value.records, read.value.unreadable) : read;
    },
    listOpen: {
      everySeconds: 1_800,
      read: (cursor) => readOpen(client, cursor),
    },
    listLocations: () => listLocations(client),
    decideCancel: (decision) => decideCancel(opened, decision),
    decideShip: (decision) => decideShip(opened, decision),
    hold: (remoteId, until) => hold(opened, remoteId, until),
    sourceFields,
  };
}

async function readInPages(opened: Opened, cursor: Cursor | null, since: Date): Promise<Result<Page<ChannelOrder>>> {
  const page = await readPage(opened.client, cursor, since, opened.now());
  if (!page.ok) return page;
  const { raws, ...onward } = page.value;
  return mapResult(await translated(opened, raws), (read) => ({ ...read, gone: [], ...onward }));
}

/** Orders as the core knows them, each read to its end. */
async function translated(opened: Opened, raws: RawOrder[]): Promise<Result<Pick<Page<ChannelOrder>, 'records' | 'unreadable'>>> {
  const { client, locations, sendsUnpaid } = opened;
  const whole: WholeOrder[] = [];
  for (const raw of raws) {
    const read = await wholeOrder(client, raw);
    if (!read.ok) return read;
    whole.push(read.value);
  }
  const { records, unreadable } = translateAll(whole, (raw) => translateOrder(raw as WholeOrder, { locations, sendsUnpaid }));
  return { ok: true, value: { records, unreadable } };
}

const sourceFields = [
  { path: 'note', name: 'Note', description: 'What is noted on the order.' },
  { path: 'sourceName', name: 'Source', description: 'Where the order was made, as web or pos.' },
  { path: 'poNumber', name: 'PO number', description: 'Of a business customer.' },
  { path: 'shippingLine.title', name: 'Shipping method', description: 'As the buyer saw it.' },
  { path: 'billingAddress.company', name: 'Billing company', description: 'The company that pays.' },
];
