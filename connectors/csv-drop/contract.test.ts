import { describe, expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import { application, type ConsentingFolder, startConsentingFolder } from '../contract-suite/consenting-folder.ts';
import { contractSuite } from '../contract-suite.ts';
import { keptOfCode } from '../http/consent.ts';
import { identityKey } from '../http/identity.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { csvDrop } from './connector.ts';
import { pageOf, sitesIn } from './rows.ts';

const file = `order,date,status,currency,name,address,city,state,postal_code,country,shipping,sku,title,quantity,price
A-1,2026-11-20,open,GBP,Anna Lindqvist,"12 Mill Lane, Flat 2",Leeds,,LS1 4DY,GB,ground,MUG,A mug,2,4.50
A-2,2026-11-20,waiting,GBP,Ben Okafor,1 High Street,York,,YO1 7HH,GB,ground,CUP,A cup,1,3.00
A-1,2026-11-20,open,GBP,Anna Lindqvist,"12 Mill Lane, Flat 2",Leeds,,LS1 4DY,GB,ground,CUP,A cup,1,3.00
`;
const csv = { 'content-type': 'text/csv', etag: '"v1"' };

/** The folder of a shop. */
function reply({ method, path, headers }: EdgeRequest): EdgeReply {
  if (method === 'PUT') return { status: 201 };
  if (path.startsWith('/shop/shipped/')) return { headers: csv, text: 'order\nA-1\n' };
  return headers['if-none-match'] === '"v1"' ? { status: 304 } : { headers: csv, text: file };
}

const redirect = 'https://crossdock.example.com/connections/consent/csv_drop';
const verifier = 'a verifier of which only its digest was sent before';

const confirmation = {
  ...{ key: 'shipment-1', remoteOrderId: 'A-1', handle: null, carrier: 'UPS', method: null, trackingNumber: '1Z', trackingUrl: null },
  ...{ shippedAt: new Date('2026-11-20T03:00:00Z'), lines: [{ remoteLineId: '1', handle: null, quantity: 2 }], completes: true },
};

describe('what every connector must do', () =>
  contractSuite({
    connector: csvDrop,
    start: () => startConsentingFolder(reply),
    settings: (origin) => ({ address: `${origin}/shop/`, consent: 'the first' }),
    application,
    kept: (side) => keptOfCode({ redirect, verifier, code: (side as ConsentingFolder).codeFor(redirect, verifier) }),
    // Those that the folder gave begin with these.
    secrets: [application.secret, verifier, 'code-', 'token-', 'refresh-'],
    streams: { orders: ({ orders }) => ({ stream: orders.stream, keyOf: ({ remoteId }: { remoteId: string }) => remoteId }) },
    deleted: ({ orders }) => orders.get('A-9'),
    parcel: () => confirmation,
    calls: {
      sites: { write: false, call: ({ choices }) => choices('sites') },
      identify: { write: false, call: ({ identify }) => identify() },
      get: { write: false, call: ({ orders }) => orders.get('A-1') },
      confirm: { write: true, call: ({ confirmations }) => confirmations.confirm([confirmation]) },
    },
  }));

test('a token that was entered needs nobody’s consent', async () => {
  const folder = await startEdge(reply);
  const settings = { address: `${folder.origin}/shop/`, token: 'an-entered-token' };
  const session = openSession(csvDrop, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: folder.origin, sink: () => undefined },
  });
  expect(await csvDrop.identify(session)).toMatchObject({ ok: true });
  expect(folder.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer an-entered-token']);
  await folder.stop();
});

test('the rows of an order are its lines, wherever they are in the file', () => {
  const { records, unreadable } = pageOf(file, {});
  expect(unreadable).toEqual([]);
  expect(records).toMatchObject([
    {
      remoteId: 'A-1',
      state: 'ready',
      totals: { total: '12.00' },
      shipTo: { line1: '12 Mill Lane, Flat 2' },
      lines: [{ sku: 'MUG', quantity: 2 }, { sku: 'CUP' }],
    },
    { remoteId: 'A-2', state: 'waiting', lines: [{ remoteLineId: '1', sku: 'CUP' }] },
  ]);
});

test('only orders of the chosen sites are read, and each site has a key of its own below that of the folder', async () => {
  const ofSites = file.replace('order,', 'site,order,').replace(/^A-1/gm, 'uk,A-1').replace(/^A-2/gm, 'de,A-2');
  const read = (sites: string[]) => pageOf(ofSites, {}, { sites }).records.map(({ remoteId }) => remoteId);
  expect([read([]), read(['de']), read(['de', 'uk']), read(['fr'])]).toEqual([['A-1', 'A-2'], ['A-2'], ['A-1', 'A-2'], []]);
  expect(sitesIn(ofSites)).toEqual(['de', 'uk']);
  const folder = await startEdge(() => ({ headers: csv, text: ofSites }));
  const whose = (sites: string) =>
    csvDrop.identify(
      openSession(
        csvDrop,
        { address: `${folder.origin}/shop/`, token: 'a-token', sites },
        {
          ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: folder.origin, sink: () => undefined },
        },
      ),
    );
  const key = identityKey('csv_drop', 'folder', `${folder.origin}/shop`);
  expect(await whose('[]')).toMatchObject({ value: { keys: [key] } });
  expect(await whose('["uk","de"]')).toMatchObject({ value: { keys: [`${key}/site/de`, `${key}/site/uk`] } });
  await folder.stop();
});

test('an order that cannot be read says why, and the others go on', () => {
  const { records, unreadable } = pageOf(file.replace('A mug,2,', 'A mug,two,'), {});
  expect(records.map(({ remoteId }) => remoteId)).toEqual(['A-2']);
  expect(unreadable).toMatchObject([{ remoteId: 'A-1', reason: wordedWith('0.quantity') }]);
});

test('a line with a comma too many leaves its order unread, wherever it moved the number, and the others go on', () => {
  const comma = file.replace('"12 Mill Lane, Flat 2",Leeds,,LS1 4DY,GB,ground,MUG', '12 Mill Lane, Flat 2,Leeds,,LS1 4DY,GB,ground,MUG');
  const { records, unreadable } = pageOf(comma, {});
  expect(records.map(({ remoteId }) => remoteId)).toEqual(['A-2']);
  expect(unreadable).toMatchObject([{ remoteId: 'A-1', reason: wordedWith('line 2 has 16 cells') }]);
  const moved = pageOf('name,order,date,currency,sku,quantity,price\nA,1,2026-11-20,GBP,MUG,1,1\nB, Ltd,1,2026-11-20,GBP,CUP,1,1\n', {});
  expect([moved.records, moved.unreadable.map(({ remoteId }) => remoteId)]).toEqual([[], ['1', 'Ltd']]);
});

test('commas behind the last cell move nothing', () => {
  const padded = file.replaceAll('\n', ',,\n').replace(',,\n', '\n');
  expect(pageOf(padded, {}).records.map(({ remoteId }) => remoteId)).toEqual(['A-1', 'A-2']);
  const decimal = pageOf('order,date,currency,name,sku,price,quantity,note\n1,2026-11-20,GBP,A,MUG,4,50,2,\n', {});
  expect([decimal.records, decimal.unreadable.length]).toEqual([[], 1]);
});

test('a number that two sites have is two orders: each is read where its site is chosen, and neither where both are', () => {
  const same = file.replace('order,', 'site,order,').replace(/^A-1/gm, 'uk,A-1').replace(/^A-2/gm, 'de,A-1');
  const read = (sites: string[]) => pageOf(same, {}, { sites });
  expect(read(['de']).records).toMatchObject([{ remoteId: 'A-1', lines: [{ sku: 'CUP' }] }]);
  expect(read(['uk']).records).toMatchObject([{ remoteId: 'A-1', lines: [{ sku: 'MUG' }, { sku: 'CUP' }] }]);
  expect([read([]).records, read([]).unreadable.length]).toEqual([[], 2]);
});

test.each([
  ['a quote within a cell', file.replace('A mug', 'Screen 15" wide')],
  ['a file that is still being written', file.slice(0, file.indexOf(' Flat 2'))],
])('%s is a failure that says its line, and ends no order', async (_what, text) => {
  const folder = await startEdge(() => ({ headers: csv, text }));
  const settings = { address: `${folder.origin}/shop/`, token: 'a-token' };
  const session = openSession(csvDrop, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: folder.origin, sink: () => undefined },
  });
  const orders = csvDrop.orders?.(session) ?? expect.unreachable();
  const broken = { ok: false, failure: { kind: 'retry', reason: wordedWith('Line 2 of the file') } };
  if (orders.stream.mode === 'cursor') expect(await orders.stream.read(null, new Date())).toMatchObject(broken);
  expect(await orders.get('A-1')).toMatchObject(broken);
  await folder.stop();
});

test('an order that cannot be read is not gone', async () => {
  const folder = await startEdge(() => ({ headers: csv, text: file.replace('A mug,2,', 'A mug,two,') }));
  const settings = { address: `${folder.origin}/shop/`, token: 'a-token' };
  const session = openSession(csvDrop, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: folder.origin, sink: () => undefined },
  });
  expect(await csvDrop.orders?.(session).get('A-1')).toMatchObject({ ok: false, failure: { kind: 'rejected' } });
  await folder.stop();
});

test('many orders of one file cost one transfer of it; another file, and other settings, are read anew', async () => {
  let [text, etag] = [file, '"v1"'];
  const sent: number[] = [];
  const folder = await startEdge(({ headers }) => {
    const isSame = headers['if-none-match'] === etag;
    sent.push(isSame ? 304 : 200);
    return isSame ? { status: 304 } : { headers: { ...csv, etag }, text };
  });
  const get = (id: string, token = 'a-token') =>
    csvDrop
      .orders?.(
        openSession(
          csvDrop,
          { address: `${folder.origin}/many`, token },
          { limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: folder.origin, sink: () => undefined },
        ),
      )
      .get(id);
  const first = await get('A-1');
  expect(await get('A-9')).toMatchObject({ failure: { kind: 'not_found' } });
  const again = await get('A-1');
  expect(first).toMatchObject({ ok: true, value: { remoteId: 'A-1', lines: [{ quantity: 2 }, { quantity: 1 }] } });
  const timesOf = [first, again].map((one) => (one?.ok ? one.value.modifiedAt.getTime() : 0));
  expect(timesOf).toEqual(timesOf.toSorted((a, b) => a - b));
  expect(sent).toEqual([200, 304, 304]);
  [text, etag] = [file.replace('A mug,2,', 'A mug,3,'), '"v2"'];
  expect(await get('A-1')).toMatchObject({ value: { lines: [{ quantity: 3 }, { quantity: 1 }] } });
  await get('A-1', 'another-token');
  expect(sent.slice(3)).toEqual([200, 200]);
  await folder.stop();
});

test('a reply that nothing has changed, to whoever has nothing, ends no order', async () => {
  const folder = await startEdge(() => ({ status: 304 }));
  const settings = { address: `${folder.origin}/shop/`, token: 'a-token' };
  const session = openSession(csvDrop, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: folder.origin, sink: () => undefined },
  });
  const got = await csvDrop.orders?.(session).get('A-1');
  expect(got).toMatchObject({ ok: false });
  expect(got).not.toMatchObject({ failure: { kind: 'not_found' } });
  await folder.stop();
});
