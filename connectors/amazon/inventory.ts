import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Failure, Inventory, InventoryLevel, LevelOutcome, Named, Result } from '../contract.ts';
import { parseJson } from '../http/json.ts';
import { theirWords } from '../http/reasons.ts';
import { mapResult } from '../http/result.ts';
import type { AmazonClient } from './client.ts';
import { because } from './reasons.ts';
import { feedReport, type submitted } from './wire.ts';

/** Up to here each listing is patched by itself; more go as one file, of which Amazon takes one every two minutes. */
const mostPatches = 20;
/** When those that are patched by themselves go on: twenty take eight seconds of what Amazon allows. */
const nextPatchesMs = 10_000;
/** When a file is asked for again: Amazon takes minutes. */
const pauseMs = 60_000;
/** When what was in a file that Amazon gave up goes into another. */
const anewMs = 300_000;
/** Of a report, in characters: some hundred for each message. */
const longestReport = 8 * 1024 * 1024;
/** What Amazon calls the seller's own stock. Every other code is a centre of its own. */
const own = 'DEFAULT';

export function inventoryOf(
  client: AmazonClient,
  seller: string,
  marketplaces: () => Promise<Result<Named[]>>,
  now: () => Date,
): Inventory {
  return {
    // Amazon subtracts an order when it is placed, and what we set replaces that: so what is promised has to be off already.
    quantity: 'available',
    most: 1_000,
    atOnce: mostPatches,
    listLocations: marketplaces,
    async set(levels) {
      const outcomes = levels.flatMap(refusedAtOnce);
      const open = levels.filter(({ stockId }) => stockId === undefined || stockId === own);
      // One of which it is not known who ships it is looked at, by itself.
      const [ours, unknown] = [open.filter(({ stockId }) => stockId === own), open.filter(({ stockId }) => stockId === undefined)];
      const alone = ours.length > mostPatches ? unknown : open;
      outcomes.push(...alone.slice(mostPatches).map(({ key }) => afterThese(key, now())));
      for (const level of alone.slice(0, mostPatches)) {
        const outcome = await patch(client, level);
        if (!outcome.ok && outcomes.length === 0 && alone.length === 1 && levels.length === 1) return outcome;
        outcomes.push(outcome.ok ? outcome.value : { key: level.key, failure: outcome.failure });
        if (!outcome.ok && outcome.failure.kind !== 'rejected' && outcome.failure.kind !== 'not_found') break;
      }
      if (alone === open) return { ok: true, value: outcomes };
      for (const [marketplace, of] of Map.groupBy(ours, ({ locationId }) => locationId))
        outcomes.push(...(await feed(client, seller, marketplace, of, now)));
      return { ok: true, value: outcomes };
    },
    ask: (ticket, keys) => ask(client, ticket, keys, now),
  };
}

const shipsItself = ({ key, sku }: InventoryLevel): LevelOutcome => ({
  key,
  failure: { kind: 'rejected', code: 'other', reason: because({ code: 'amazon.ships_itself', sku }) },
});

const afterThese = (key: string, now: Date): LevelOutcome => ({
  key,
  failure: {
    ...{ kind: 'retry', at: new Date(now.getTime() + nextPatchesMs), reason: { code: 'used_up', system: 'Amazon' } },
    ...{ maybeDone: false, limited: true },
  },
});

const refusedAtOnce = (level: InventoryLevel): LevelOutcome[] =>
  level.stockId === undefined || level.stockId === own ? [] : [shipsItself(level)];

/**
 * A quantity of ours on what Amazon ships would make it an item that the seller ships. Who ships it may have changed since the listing was
 * read, so it is looked at.
 */
async function patch(client: AmazonClient, level: InventoryLevel): Promise<Result<LevelOutcome>> {
  const { key, sku, locationId, quantity } = level;
  const offer = await client.getOffer(sku, locationId);
  if (!offer.ok && offer.failure.kind === 'not_found') return { ok: true, value: unknownSku(level) };
  if (!offer.ok) return offer;
  const centres = (offer.value.fulfillmentAvailability ?? []).map(({ fulfillmentChannelCode }) => fulfillmentChannelCode);
  if (centres.some((code) => code !== own)) return { ok: true, value: shipsItself(level) };
  const patched = await client.patchItem(sku, locationId, { productType: 'PRODUCT', patches: patchesOf(quantity) });
  return mapResult(patched, (submission) => outcomeOf(key, submission));
}

const unknownSku = ({ key, sku }: InventoryLevel): LevelOutcome => ({
  key,
  failure: { kind: 'rejected', code: 'unknown_sku', reason: because({ code: 'amazon.no_listing', sku }) },
});

/** A merge: the seller's handling time and restock date, which a replacement would erase, stay as they are. */
const patchesOf = (quantity: number) => [
  { op: 'merge', path: '/attributes/fulfillment_availability', value: [{ fulfillment_channel_code: own, quantity }] },
];

function outcomeOf(key: string, { status, issues }: z.output<typeof submitted>): LevelOutcome {
  if (status !== 'INVALID') return { key };
  const error = issues?.find(({ severity }) => severity === 'ERROR') ?? issues?.[0];
  return { key, failure: { kind: 'rejected', code: 'invalid', reason: theirWords(error?.message ?? 'INVALID') } };
}

/** A file of quantities. Its outcomes are known minutes later, by the numbers of its messages. */
async function feed(client: AmazonClient, sellerId: string, marketplace: string, levels: InventoryLevel[], now: () => Date) {
  const byNumber = new Map(levels.toReversed().map((level) => [messageNumber(level.key), level]));
  const messages = [...byNumber].map(([messageId, { sku, quantity }]) => ({
    ...{ messageId, sku, operationType: 'PATCH', productType: 'PRODUCT', patches: patchesOf(quantity) },
  }));
  const sent = await upload(client, marketplace, { header: { sellerId, version: '2.0', issueLocale: 'en_US' }, messages });
  return levels.map((level): LevelOutcome => {
    const { key } = level;
    if (!sent.ok) return { key, failure: sent.failure };
    const at = new Date(now().getTime() + pauseMs);
    if (byNumber.get(messageNumber(key)) === level) return { key, pending: { ticket: sent.value, at } };
    const reason = because({ code: 'amazon.two_of_one_number' });
    return { key, failure: { kind: 'retry', at, reason, maybeDone: false, limited: true } };
  });
}

/** Amazon names a message by a number. It is made of the level's key, so that the report is read without a list of them. */
const messageNumber = (key: string) => createHash('sha256').update(key).digest().readUInt32BE() >>> 1 || 1;

async function upload(client: AmazonClient, marketplace: string, content: unknown): Promise<Result<string>> {
  const document = await client.createDocument();
  if (!document.ok) return document;
  const put = await client.putDocument(document.value.url, content);
  if (!put.ok) return put;
  return mapResult(await client.createFeed([marketplace], document.value.feedDocumentId), ({ feedId }) => feedId);
}

async function ask(client: AmazonClient, ticket: string, keys: string[], now: () => Date): Promise<Result<LevelOutcome[]>> {
  const found = await client.getFeed(ticket);
  if (!found.ok) return found;
  const { processingStatus, resultFeedDocumentId } = found.value;
  if (processingStatus === 'IN_QUEUE' || processingStatus === 'IN_PROGRESS') {
    const at = new Date(now().getTime() + pauseMs);
    return { ok: true, value: keys.map((key) => ({ key, pending: { ticket, at } })) };
  }
  if (processingStatus !== 'DONE') {
    const failure = givenUp(processingStatus, now());
    return { ok: true, value: keys.map((key) => ({ key, failure })) };
  }
  if (resultFeedDocumentId === null) return { ok: true, value: keys.map((key) => ({ key })) };
  const errors = await errorsOf(client, resultFeedDocumentId, now);
  return mapResult(errors, ({ byNumber, ofAll }) =>
    keys.map((key): LevelOutcome => {
      const message = byNumber.get(messageNumber(key)) ?? ofAll;
      return message === undefined ? { key } : { key, failure: { kind: 'rejected', code: 'invalid', reason: theirWords(message) } };
    }),
  );
}

/**
 * Amazon gave the whole file up, before it began (CANCELLED) or in the midst, when some of it, none or all may be done (FATAL): that says
 * nothing of any SKU, nor of the connection. Source: `processingStatus` of Amazon's Feeds API, version 2021-06-30.
 */
const givenUp = (status: string, now: Date): Failure => ({
  ...{ kind: 'retry', at: new Date(now.getTime() + anewMs), reason: because({ code: 'amazon.feed_failed', status }) },
  ...{ maybeDone: status !== 'CANCELLED', changed: true },
});

/** What is wrong with a message, by its number, and with the file as a whole: that concerns each. */
type Errors = { byNumber: Map<number, string>; ofAll: string | undefined };

async function errorsOf(client: AmazonClient, documentId: string, now: () => Date): Promise<Result<Errors>> {
  const document = await client.getFeedDocument(documentId);
  if (!document.ok) return document;
  const read = await client.lines(document.value, 'utf-8', async (lines) => {
    let text = '';
    for await (const line of lines) {
      text += line;
      if (text.length > longestReport) break;
    }
    return text;
  });
  if (!read.ok) return read;
  const report = feedReport.safeParse(parsed(read.value)).data;
  if (!report)
    return {
      ok: false,
      failure: { kind: 'retry', at: new Date(now().getTime() + pauseMs), reason: { code: 'cut_off' }, maybeDone: false },
    };
  const errors = (report.issues ?? []).filter(({ severity }) => severity === 'ERROR');
  const byNumber = new Map(errors.flatMap(({ messageId, message }) => (messageId ? [[messageId, message] as const] : [])));
  return { ok: true, value: { byNumber, ofAll: errors.find(({ messageId }) => !messageId)?.message } };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
