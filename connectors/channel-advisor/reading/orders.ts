import { z } from 'zod';
import type { ChannelOrder, Cursor, Failure, ItemOutcome, Orders, Page, QueueStream, Result } from '../../contract.ts';
import { inPieces } from '../../http/pieces.ts';
import { idIn, orderUnreadable, translateAll } from '../../http/records.ts';
import type { ChannelAdvisorClient } from '../client.ts';
import type { WirePage } from '../wire.ts';
import type { Centers } from './centers.ts';
import type { Reading } from './parts.ts';
import type { Pictures } from './pictures.ts';
import { isCut, translateOrder } from './translate.ts';

type Read = { client: ChannelAdvisorClient; centers: Centers; pictures: Pictures };
type Records = Pick<Page<ChannelOrder>, 'records' | 'unreadable' | 'gone'>;

/** How many ids one page of a re-read can hold. */
const mostOnPage = 20;
/** One fewer than the API lets run at once, so that a read is never kept out by acknowledgements. */
const atOnce = 4;

/**
 * The queue of what is not exported yet. It is walked by id and not by the links of its pages, which skip over as many orders
 * as were acknowledged since. Unpaid orders are left out by the filter: they neither come too early nor block the head, and
 * show up when they are paid.
 */
export function orderQueue(read: Read): QueueStream<ChannelOrder> {
  return {
    mode: 'queue',
    read: (cursor) => byId(read, cursor, (after) => read.client.listQueue(after)),
    acknowledge: (remoteIds) => acknowledge(remoteIds, read.client),
    readAcknowledged: (cursor, since) => byId(read, cursor, (after) => read.client.listExported(after, since)),
  };
}

async function byId(
  read: Read,
  cursor: Cursor | null,
  list: (after: string) => Promise<Result<WirePage>>,
): Promise<Result<Page<ChannelOrder>>> {
  const after = place.safeParse(cursor).data?.after ?? '0';
  const listed = await list(after);
  if (!listed.ok) return listed;
  const raws = listed.value.value;
  const translated = await translatedAll(raws, read);
  if (!translated.ok) return translated;
  const last = raws.reduce<string>((most, raw) => greater(most, idIn(raw, ['ID'])), after);
  const more = listed.value['@odata.nextLink'] != null && last !== after;
  return { ok: true, value: { ...translated.value, next: { after: last }, more } };
}

const place = z.object({ after: z.string().regex(/^\d+$/) });
const greater = (a: string, b: string | null) => (b !== null && /^\d+$/.test(b) && BigInt(b) > BigInt(a) ? b : a);

/** Exports each order. An outage ends it early: those without an outcome are tried again. */
async function acknowledge(remoteIds: string[], client: ChannelAdvisorClient): Promise<Result<ItemOutcome[]>> {
  const outcomes: ItemOutcome[] = [];
  for (const some of inPieces(remoteIds, atOnce)) {
    const results = await Promise.all(some.map((id) => client.exportOrder(id)));
    const done = results.map((result, index) => ({ remoteId: some[index] ?? '', ...(result.ok ? {} : { failure: result.failure }) }));
    const ends = (failure: Failure | undefined) => failure !== undefined && failure.kind !== 'rejected' && failure.kind !== 'not_found';
    const stopped = done.find(({ failure }) => ends(failure))?.failure;
    outcomes.push(...done.filter(({ failure }) => !ends(failure)));
    if (stopped && outcomes.length === 0) return { ok: false, failure: stopped };
    if (stopped) break;
  }
  return { ok: true, value: outcomes };
}

/**
 * Reads orders again that are open here: what was exported never comes back by the queue, however it is edited, paid back or
 * cancelled. One that the list does not have is asked for by itself before it counts as gone.
 */
export function rereading(read: Read): NonNullable<Orders['reread']> {
  return {
    everySeconds: 300,
    most: mostOnPage,
    async read(remoteIds) {
      const listed = await read.client.listOrders(remoteIds);
      if (!listed.ok) return listed;
      const found = await translatedAll(listed.value.value, read);
      if (!found.ok) return found;
      const page = { ...found.value, next: {}, more: false };
      const there = new Set(listed.value.value.map((raw) => idIn(raw, ['ID'])));
      for (const id of remoteIds.filter((one) => !there.has(one))) {
        const alone = await readOrder(id, read);
        if (alone.ok) page.records.push(alone.value);
        else if (alone.failure.kind === 'not_found') page.gone.push(id);
        else if (alone.failure.kind === 'rejected') page.unreadable.push({ remoteId: id, reason: alone.failure.reason, raw: null });
        else return alone;
      }
      return { ok: true, value: page };
    },
  };
}

/** One order, whole: read by its id, its collections are not cut. */
export async function readOrder(remoteId: string, read: Read): Promise<Result<ChannelOrder>> {
  const result = await read.client.getOrder(remoteId);
  if (!result.ok) return result;
  const reading = await readingOf([result.value], read);
  if (!reading.ok) return reading;
  const translated = translateOrder(result.value, reading.value);
  return translated.ok ? { ok: true, value: translated.record } : orderUnreadable(translated.unreadable.reason);
}

/** The records of a list. An order whose lines the list has cut is read by itself. */
async function translatedAll(raws: unknown[], read: Read): Promise<Result<Records>> {
  const whole: unknown[] = [];
  const gone: string[] = [];
  for (const raw of raws) {
    const id = isCut(raw) ? idIn(raw, ['ID']) : null;
    const result = id === null ? null : await read.client.getOrder(id);
    if (result && !result.ok && result.failure.kind !== 'not_found') return result;
    if (result && !result.ok && id !== null) gone.push(id);
    else whole.push(result?.ok ? result.value : raw);
  }
  if (whole.length === 0) return { ok: true, value: { records: [], unreadable: [], gone } };
  const reading = await readingOf(whole, read);
  if (!reading.ok) return reading;
  const page = translateAll(whole, (raw) => translateOrder(raw, reading.value));
  return { ok: true, value: { ...page, gone } };
}

async function readingOf(raws: unknown[], { centers, pictures }: Read): Promise<Result<Reading>> {
  const reading = await centers.reading(centersIn(raws));
  return reading.ok ? { ok: true, value: { ...reading.value, pictures: await pictures.of(productsIn(raws)) } } : reading;
}

const sold = z.object({ Items: z.array(z.object({ ProductID: z.number().transform(String) }).catch({ ProductID: '' })) });

const productsIn = (raws: unknown[]): string[] =>
  raws.flatMap((raw) => sold.safeParse(raw).data?.Items.flatMap(({ ProductID }) => ProductID || []) ?? []);

const fulfilling = z.object({ Fulfillments: z.array(z.object({ DistributionCenterID: z.number() }).catch({ DistributionCenterID: 0 })) });

function centersIn(raws: unknown[]): number[] {
  return raws.flatMap((raw) => fulfilling.safeParse(raw).data?.Fulfillments.map(({ DistributionCenterID }) => DistributionCenterID) ?? []);
}
