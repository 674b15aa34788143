import type { ChannelOrder, Page, Result } from '../../contract.ts';
import { parseJson } from '../../http/json.ts';
import { idIn } from '../../http/records.ts';
import { Misplaced, mostBytesAtOnce, type Piece, type Row } from '../bulk/file.ts';
import type { Kind } from '../bulk/operation.ts';
import { bulkOrders } from '../documents/bulk.ts';
import type { Opened } from '../settings.ts';
import { id as anyId, gid, type RawOrder } from '../wire.ts';
import { assembling } from './assembling.ts';
import { byId } from './pages.ts';
import { walkFrom } from './walk.ts';

type Translated = Pick<Page<ChannelOrder>, 'records' | 'unreadable'>;
type Translate = (raws: RawOrder[]) => Promise<Result<Translated>>;

/** Five a query: more of them would be some minutes of queries. */
const mostInPages = 500;
/** With what we noted of our parcels, which is asked for, less than what the bucket of the smallest plan holds. */
const mostOrders = 50;
/** Of those that are open and so read anew: five queries. */
const mostOpen = 25;

/**
 * A shop's first orders. What the file says is as old as the operation, so that only of orders that have ended it counts: the others are
 * read by themselves, as they are now.
 */
export const ordersInBulk = ({ client }: Opened, translate: Translate): Kind<ChannelOrder> => ({
  ...{ count: client.countOrders, query: bulkOrders, groups: true, mostInPages },
  piece: (rows) => pieceOf(rows).catch(unlessMisplaced),
  async page(rows) {
    const read = await translate(rows.map(({ raw }) => raw as RawOrder));
    if (!read.ok) return read;
    const ended = new Map(read.value.records.flatMap((record) => (hasEnded(record) ? [[record.remoteId, record] as const] : [])));
    const ids = rows.map(({ raw }) => idIn(raw, ['id'])?.split('/').at(-1) ?? '');
    const open: string[] = [];
    let taken = 0;
    for (const id of ids) {
      if (!ended.has(id) && open.length === mostOpen) break;
      if (!ended.has(id)) open.push(id);
      taken += 1;
    }
    const now = await byId(client, open);
    if (!now.ok) return now;
    const fresh = await translate(now.value);
    if (!fresh.ok) return fresh;
    const { records, unreadable } = fresh.value;
    const kept = ids.slice(0, taken).flatMap((id) => ended.get(id) ?? []);
    return { ok: true, value: { records: [...kept, ...records], unreadable, taken } };
  },
  after: walkFrom,
});

/** Nothing of it is to leave from here. */
const hasEnded = ({ state, cancelRequest }: ChannelOrder) =>
  cancelRequest === undefined && (state === 'shipped' || state === 'cancelled' || state === 'external');

const unlessMisplaced = (error: unknown) => {
  if (error instanceof Misplaced || error instanceof SyntaxError) return null;
  throw error;
};

const isOrder = (part: object): part is RawOrder => {
  const digits = 'id' in part ? anyId.safeParse(part.id).data : undefined;
  return digits !== undefined && 'id' in part && part.id === gid('Order', digits);
};

/** Whole orders: each with the lines that follow it. Null where a line is no order and of none, or where an order is larger than any. */
async function pieceOf(rows: AsyncIterable<Row>): Promise<Piece | null> {
  const records: Piece['records'] = [];
  let order: ReturnType<typeof assembling> | null = null;
  let [end, begin] = [0, -1];
  for await (const row of rows) {
    const part = parseJson(row.line);
    if (typeof part !== 'object' || part === null) return null;
    if (begin < 0) begin = row.end;
    if (!('__parentId' in part)) {
      if (order) records.push({ raw: order.whole(), end });
      if (records.length === mostOrders || end - begin > mostBytesAtOnce) return { records, end, more: true };
      if (!isOrder(part)) return null;
      order = assembling(part);
    } else if (row.end - begin > 2 * mostBytesAtOnce || !order?.adopts(part as RawOrder)) return null;
    end = row.end;
  }
  if (order) records.push({ raw: order.whole(), end });
  return { records, end, more: false };
}
