import type { ChannelOrder, Cursor, Orders, Page, Result } from '../contract.ts';
import { oneRecord } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { codesOfZones } from '../http/shipping-zones.ts';
import { wholeList } from '../http/whole-list.ts';
import type { WooClient } from './client.ts';
import { fulfilmentsOf } from './fulfilments.ts';
import { skusAbove } from './skus.ts';
import { shippingCode, translateOrder } from './translate.ts';
import { pageQuery, readOn, type Walk, type Read as WalkPage, walkAt } from './walk.ts';

/** Each order may take two calls more, and a page that the allowance ends in is read again from its beginning. */
const pageSize = 20;
/** Of lists alone. */
const listSize = 100;
/** Of an order: fewer than 1,000 are read. */
const refundPages = { size: 100, mostPages: 10 };

export function ordersOf(client: WooClient, now: () => Date): Orders {
  return {
    stream: {
      mode: 'cursor',
      async read(cursor, since) {
        const page = await readPage(client, cursor, since, now());
        if (!page.ok) return page;
        const { raws, ...onward } = page.value;
        return mapResult(await readAll(client, raws), (read) => ({ ...read, gone: [], ...onward }));
      },
    },
    async get(remoteId) {
      const raw = await client.getOrder(remoteId);
      if (!raw.ok) return raw;
      const read = await readAll(client, [raw.value]);
      if (!read.ok) return read;
      const { records, unreadable } = read.value;
      return oneRecord(records, unreadable);
    },
    listOpen: {
      everySeconds: 1_800,
      async read(cursor) {
        const page = typeof cursor?.page === 'number' ? cursor.page : 1;
        const query = { status: 'processing,on-hold,pending', orderby: 'id', order: 'asc', per_page: listSize, page, _fields: 'id' };
        return mapResult(await client.listOpen(query), (found) => {
          const more = found.length === listSize;
          return { records: found.map(({ id }) => id), unreadable: [], gone: [], next: { page: more ? page + 1 : 1 }, more };
        });
      },
      // Plugins have statuses of their own, which a list can be asked for only by who knows them.
      among: {
        most: listSize,
        async read(remoteIds) {
          const query = { include: remoteIds.join(','), status: 'any', per_page: listSize, _fields: 'id' };
          return mapResult(await client.listOpen(query), (found) => found.map(({ id }) => id));
        },
      },
    },
    // Every method of every zone, those that are switched off too. Zone 0 is the rest of the world.
    listShippingCodes: async () => codesOfZones(await client.listZones(), client.listMethods, codeOf),
    sourceFields,
  };
}

type Method = { method_id: string; instance_id: string; title: string };
const codeOf = ({ method_id, instance_id, title }: Method) => ({ code: shippingCode(method_id, instance_id), title: title || method_id });

type Raws = Record<string, unknown>[];

/**
 * A page of a walk, and at its end what the walk leaves out: `any` is every status but the trash, also where that stands beside it. Few
 * orders end there; where they are more than a page, the trash is walked through before the orders go on.
 */
async function readPage(client: WooClient, cursor: Cursor | null, since: Date, now: Date): Promise<Result<WalkPage>> {
  const place = trashPlaceIn(cursor);
  if (place) return readTrash(client, walkAt(place.trash, since), place.onward, now);
  const walk = walkAt(cursor, since);
  const listed = await client.listOrders({ ...pageQuery(walk, pageSize), status: 'any' });
  if (!listed.ok) return listed;
  const read = readOn(walk, listed.value.body, listed.value.headers, pageSize, now);
  if (read.more) return { ok: true, value: read };
  const beginning = { after: '', offset: 0, since: walk.since, began: walk.since };
  const trash = await readTrash(client, beginning, read.next, now);
  return mapResult(trash, ({ raws, ...onward }) => ({ raws: [...read.raws, ...raws], ...onward }));
}

/** A page of the trash. `onward`: where the orders go on after its last one. */
async function readTrash(client: WooClient, walk: Walk, onward: Cursor, now: Date): Promise<Result<WalkPage>> {
  const listed = await client.listOrders({ ...pageQuery(walk, listSize), status: 'trash' });
  return mapResult(listed, ({ body, headers }) => {
    const { raws, next, more } = readOn(walk, body, headers, listSize, now);
    return { raws, next: more ? { trash: next, onward } : onward, more };
  });
}

function trashPlaceIn(cursor: Cursor | null): { trash: Cursor; onward: Cursor } | null {
  if (cursor === null) return null;
  const { trash, onward } = cursor;
  return isCursor(trash) && isCursor(onward) ? { trash, onward } : null;
}

const isCursor = (value: Cursor[string] | undefined): value is Cursor => typeof value === 'object' && value !== null;

type Read = Pick<Page<ChannelOrder>, 'records' | 'unreadable'>;

/** The orders of a page. What was refunded or sent of one is said by its refunds and fulfilments alone, and few orders have any. */
async function readAll(client: WooClient, raws: Raws): Promise<Result<Read>> {
  const page: Read = { records: [], unreadable: [] };
  const above = await skusAbove(client, raws);
  if (!above.ok) return above;
  for (const raw of raws) {
    const refunds = await refundsOf(client, raw);
    if (!refunds.ok) return refunds;
    const fulfilments = await fulfilmentsOf(client, raw);
    if (!fulfilments.ok) return fulfilments;
    const translated = translateOrder(raw, { refunds: refunds.value, fulfilments: fulfilments.value, above: above.value });
    if (translated.ok) page.records.push(translated.record);
    else page.unreadable.push(translated.unreadable);
  }
  return { ok: true, value: page };
}

/** Null where it has more than are read. Of an order that has gone in the meantime there are none: its own state says what became of it. */
async function refundsOf(client: WooClient, { id, refunds }: Record<string, unknown>): Promise<Result<unknown[] | null>> {
  if (!Array.isArray(refunds) || refunds.length === 0) return { ok: true, value: [] };
  const { size: per_page } = refundPages;
  const read = async (page: number) =>
    mapResult(await client.listRefunds(String(id), { per_page, page, orderby: 'id', order: 'asc' }), entriesOf);
  const listed = await wholeList(read, refundPages);
  return !listed.ok && listed.failure.kind === 'not_found' ? { ok: true, value: [] } : listed;
}

/** What a plugin made of it may be no list. It has an entry that is no refund then, so that the order stays unread. */
const entriesOf = (listed: unknown): unknown[] => (Array.isArray(listed) ? listed : [null]);

const sourceFields = [
  { path: 'customer_note', name: 'Customer note', description: 'What the buyer wrote at the checkout.' },
  { path: 'payment_method_title', name: 'Payment method', description: 'How the buyer paid, in words.' },
  { path: 'created_via', name: 'Created by', description: 'Where the order was made, as checkout or admin.' },
  { path: 'transaction_id', name: 'Transaction', description: 'The number of the payment.' },
  { path: 'billing.company', name: 'Billing company', description: 'The company that pays.' },
];
