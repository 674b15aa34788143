import { afterEach, expect, test } from 'vitest';
import { had } from '../contract-suite/opened.ts';
import { openMarket } from './opened.ts';

type Market = Awaited<ReturnType<typeof openMarket>>;
let open: Market | undefined;
afterEach(() => open?.edge.stop());
const start = async (...given: Parameters<typeof openMarket>) => {
  open = await openMarket(...given);
  return open;
};
const level = (sku: string, quantity: number, stockId?: string) => ({
  ...{ key: `level-${sku}`, sku, locationId: 'A1PA6795UKMFR9', quantity, ...(stockId && { stockId }) },
});

test('what Amazon ships is never given a quantity of ours, even where it was the seller’s when it was listed', async () => {
  const { inventory, market } = await start();
  const outcomes = had(
    await inventory.set([level('CUP-12', 3, 'AMAZON_EU'), level('CUP-12', 3, 'DEFAULT'), level('MUG-11', 4, 'DEFAULT'), level('GONE', 1)]),
  );
  expect(outcomes.map(({ failure }) => failure?.reason)).toMatchObject([
    ...[{ code: 'amazon.ships_itself' }, { code: 'amazon.ships_itself' }, undefined, { code: 'amazon.no_listing' }],
  ]);
  expect(market.patched).toMatchObject([
    { sku: 'MUG-11', body: { patches: [{ op: 'merge', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 4 }] }] } },
  ]);
});

test('many go as one file, whose outcomes are asked for later', async () => {
  const { inventory, market, edge } = await start({ isWorking: true });
  const levels = Array.from({ length: 30 }, (_, n) => level(`SKU-${n}`, n, 'DEFAULT'));
  const outcomes = had(await inventory.set(levels));
  expect(outcomes.every(({ pending }) => pending?.ticket === 'feed-1')).toBe(true);
  expect(edge.requests.filter(({ method }) => method === 'PATCH')).toEqual([]);
  const [{ messages } = { messages: [] }] = market.feeds as { messages: { messageId: number; sku: string; patches: object[] }[] }[];
  expect(messages).toHaveLength(30);
  expect(messages[0]?.patches).toMatchObject([{ op: 'merge', path: '/attributes/fulfillment_availability' }]);
  const keys = levels.map(({ key }) => key);
  expect(had((await inventory.ask?.('feed-1', keys)) ?? expect.unreachable())).toMatchObject(keys.map((key) => ({ key, pending: {} })));
  market.isWorking = false;
  const { messageId } = messages.find(({ sku }) => sku === 'SKU-7') ?? expect.unreachable();
  market.feedIssues = [
    { messageId, code: '8541', severity: 'ERROR', message: 'The SKU does not match any ASIN.' },
    { messageId: messages[0]?.messageId, code: '1', severity: 'WARNING', message: 'A remark.' },
  ];
  const done = had((await inventory.ask?.('feed-1', keys)) ?? expect.unreachable());
  expect(done.filter(({ failure }) => failure)).toMatchObject([
    { key: 'level-SKU-7', failure: { kind: 'rejected', reason: { text: 'The SKU does not match any ASIN.' } } },
  ]);
  market.feedIssues.push({ code: '1', severity: 'ERROR', message: 'The header is wrong.' });
  const refused = had((await inventory.ask?.('feed-1', keys)) ?? expect.unreachable());
  expect(refused.every(({ failure }) => failure?.kind === 'rejected')).toBe(true);
  expect(refused[0]?.failure?.reason).toMatchObject({ text: 'The header is wrong.' });
});

test.each([
  ['CANCELLED', false],
  ['FATAL', true],
] as const)('a file that Amazon gives up (%s) refuses none of its SKUs: they are sent anew', async (feedStatus, maybeDone) => {
  const { inventory, clock } = await start({ feedStatus });
  const keys = ['level-1', 'level-2'];
  const at = new Date(clock.now.getTime() + 300_000);
  const failure = { kind: 'retry', at, maybeDone, changed: true, reason: { code: 'amazon.feed_failed', status: feedStatus } };
  expect(had((await inventory.ask?.('feed-1', keys)) ?? expect.unreachable())).toMatchObject(keys.map((key) => ({ key, failure })));
});

test('the report of listings is ordered, waited for, and read in pieces; then it rests for an hour', async () => {
  const { listings, market, clock, edge } = await start({ isWorking: true });
  const { stream } = listings;
  const read = async (cursor: Parameters<typeof stream.read>[0]) =>
    had(stream.mode === 'cursor' ? await stream.read(cursor, clock.now) : expect.unreachable());
  const ordered = await read(null);
  expect(ordered).toMatchObject({ records: [], more: false, again: new Date('2026-11-21T12:01:00Z'), whole: 'begins' });
  expect(await read(ordered.next)).toMatchObject({ again: expect.any(Date), next: ordered.next });
  market.isWorking = false;
  const made = await read(ordered.next);
  const rows = await read(made.next);
  expect(rows.records).toMatchObject([
    { remoteId: '1120X', sku: 'MUG-11', name: 'A mug', upc: '4006381333931', quantity: 5, stockId: 'DEFAULT' },
    { remoteId: 'B00EXAMPLE', sku: 'CUP-12', name: 'A cup', upc: null, stockId: 'AMAZON_EU' },
  ]);
  expect(rows.records[1]).not.toHaveProperty('quantity');
  const before = edge.requests.length;
  expect(await read(rows.next)).toMatchObject({ records: [], more: false });
  expect(edge.requests).toHaveLength(before);
  clock.now = new Date('2026-11-21T13:00:00Z');
  expect(await read(rows.next)).toMatchObject({ again: expect.any(Date), whole: 'begins' });
  expect(await read({ ...(ordered.next as object), at: 9 })).toMatchObject({ records: [], more: false, whole: 'breaks' });
});

test('a report whose document is gone is ordered anew, and other marketplaces begin at the first', async () => {
  const { listings, clock } = await start();
  const { stream } = listings;
  const read = async (cursor: Parameters<typeof stream.read>[0]) =>
    had(stream.mode === 'cursor' ? await stream.read(cursor, clock.now) : expect.unreachable());
  const at = { at: 0, report: 'report-1', document: 'gone', line: 5, ended: null, of: '' };
  expect(await read(at)).toMatchObject({ again: expect.any(Date), next: { report: null, document: null, line: 0 } });
  expect(await read({ ...at, at: 3, document: 'listings-1', of: 'ANOTHER' })).toMatchObject({
    next: { at: 0, report: 'report-1', of: '' },
  });
});

test('a report in the language of its marketplace is read by what it calls its columns', async () => {
  const report = ['Artikelbezeichnung\tAngebotsnummer\tHändler-SKU\tMenge\tProdukt-ID\tVersender', 'Tasse\t7\tTASSE-1\t3\tB00X\tDEFAULT'];
  const { listings, clock } = await start({ report: [...report, 'Ohne\t8\t'] });
  const { stream } = listings;
  let page = had(stream.mode === 'cursor' ? await stream.read(null, clock.now) : expect.unreachable());
  for (let n = 0; n < 2; n += 1) page = had(stream.mode === 'cursor' ? await stream.read(page.next, clock.now) : expect.unreachable());
  expect(page.records).toMatchObject([{ sku: 'TASSE-1', name: 'Tasse', quantity: 3, stockId: 'DEFAULT', upc: null }]);
  expect(page.unreadable).toMatchObject([{ remoteId: '8', reason: { code: 'amazon.no_columns' } }]);
});

test.each([
  ['asin1', 'ASIN 1'],
  ['asin1', 'id-produit'],
])('a SKU that two marketplaces list in other words, under %s and %s, has one id in both', async (...columns) => {
  const ids: string[] = [];
  for (const [at, column] of columns.entries()) {
    const report = [`item-name\tlisting-id\tseller-sku\tquantity\t${column}`, `Name ${at}\t081${at}X\tMUG-11\t3\tB00MUG1234`];
    const { listings, clock, edge } = await start({ report });
    const { stream } = listings;
    let page = had(stream.mode === 'cursor' ? await stream.read(null, clock.now) : expect.unreachable());
    for (let n = 0; n < 2; n += 1) page = had(stream.mode === 'cursor' ? await stream.read(page.next, clock.now) : expect.unreachable());
    ids.push(...page.records.map(({ remoteId }) => remoteId));
    await edge.stop();
  }
  expect(ids).toEqual(['B00MUG1234', 'B00MUG1234']);
});

test('who ships a SKU in one of several marketplaces is not taken for who ships it in another', async () => {
  const skus = Array.from({ length: 30 }, (_, n) => `SKU-${n}`);
  const report = ['item-name\tlisting-id\tseller-sku\tquantity\tfulfillment-channel', ...skus.map((sku) => `Cup\t1X\t${sku}\t3\tDEFAULT`)];
  const offers = { ...Object.fromEntries(skus.map((sku) => [sku, 'DEFAULT'])), 'SKU-7': 'AMAZON_EU' };
  const { listings, inventory, market, clock } = await start({ report, offers, marketplaces: ['A1PA6795UKMFR9', 'A1F83G8C2ARO7P'] });
  const { stream } = listings;
  let page = had(stream.mode === 'cursor' ? await stream.read(null, clock.now) : expect.unreachable());
  for (let n = 0; n < 2; n += 1) page = had(stream.mode === 'cursor' ? await stream.read(page.next, clock.now) : expect.unreachable());
  // Each look at the clock is a second later: nothing waits for its turn.
  let at = clock.now.getTime();
  Object.defineProperty(clock, 'now', {
    get: () => {
      at += 1_000;
      return new Date(at);
    },
  });
  const outcomes = had(await inventory.set(page.records.map(({ sku, stockId }) => level(sku, 2, stockId))));
  expect(outcomes).toHaveLength(30);
  expect(outcomes.find(({ key }) => key === 'level-SKU-7')).toMatchObject({ failure: { reason: { code: 'amazon.ships_itself' } } });
  // So many by themselves would take longer than a call may: the others go with the next.
  expect(outcomes.filter(({ failure }) => failure?.kind === 'retry' && failure.limited)).toHaveLength(10);
  expect(market.patched).toHaveLength(19);
  expect(market.feeds).toEqual([]);
});
