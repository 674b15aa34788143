import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { expect, onTestFinished, test } from 'vitest';
import type { Cursor } from '../contract.ts';
import { had } from '../contract-suite/opened.ts';
import type { EdgeRequest } from '../scripted-edge.ts';
import { amazon } from './connector.ts';
import { openMarket } from './opened.ts';
import { queueAt } from './queue.ts';

const keys = { queue_key_id: 'AKIAIOSFODNN7EXAMPLE', queue_key_secret: 'a-secret-of-aws' };
const changed = (orderId: string, seller = 'A2QL5Z1EXAMPLE', Summary?: { MarketplaceId: string }) =>
  JSON.stringify({
    NotificationType: 'ORDER_CHANGE',
    Payload: { OrderChangeNotification: { SellerId: seller, AmazonOrderId: orderId, Summary } },
    NotificationMetadata: { NotificationId: `n-${orderId}` },
  });

async function withQueue(messages: Record<string, string> = {}, subscribed: string | null = null, name = 'crossdock', chosen = '[]') {
  const queue = new Map(Object.entries(messages));
  const opened = await openMarket({ queue, subscribed }, (origin) => ({
    queue_url: `${origin}/123456789012/${name}`,
    marketplace_ids: chosen,
    ...keys,
  }));
  onTestFinished(opened.edge.stop);
  const { poll } = opened.hints;
  if (!poll) return expect.unreachable('it has a queue');
  const asked = (path: string) => opened.edge.requests.filter((request) => request.path.endsWith(path));
  return { ...opened, poll, asked };
}

test('a hint names the order, and its message is deleted once the hint is stored', async () => {
  const { poll, market, clock } = await withQueue({ a: changed('302-1'), b: 'no notification' });
  const first = had(await poll.read(null));
  // What says that there is more is read ahead, before this page is stored.
  expect(first).toMatchObject({ more: false, again: clock.now, records: [{ id: 'n-302-1', stream: 'orders', remoteIds: ['302-1'] }] });
  // Read again, as after a crash: it is still there.
  expect(had(await poll.read(null)).records).toHaveLength(1);
  const last = had(await poll.read(first.next));
  expect([last.records, last.more, last.again]).toEqual([[], false, undefined]);
  expect(market.queue.size).toBe(0);
});

test('what is another seller’s stays for who reads that one’s', async () => {
  const { poll, market } = await withQueue({ a: changed('302-1', 'A9OTHERSELLER1') });
  const page = had(await poll.read(null));
  had(await poll.read(page.next));
  expect([page.records, market.queue.size]).toEqual([[], 1]);
});

test('an order of a marketplace that was not chosen wakes nothing, and its message is deleted', async () => {
  const of = (orderId: string, MarketplaceId: string) => changed(orderId, 'A2QL5Z1EXAMPLE', { MarketplaceId });
  const messages = { a: of('302-1', 'A1PA6795UKMFR9'), b: of('302-2', 'A1F83G8C2ARO7P'), c: changed('302-3') };
  const chosen = await withQueue(messages, null, 'crossdock', '["A1PA6795UKMFR9"]');
  const page = had(await chosen.poll.read(null));
  // Who does not say of which marketplace it is may mean ours.
  expect(page.records.map(({ remoteIds }) => remoteIds)).toEqual([['302-1'], ['302-3']]);
  had(await chosen.poll.read(page.next));
  expect(chosen.market.queue.size).toBe(0);
  const all = await withQueue(messages);
  expect(had(await all.poll.read(null)).records).toHaveLength(3);
});

test('Amazon is told once where to send to, by the application itself', async () => {
  const { poll, asked, clock } = await withQueue();
  let next: Cursor | null = null;
  for (const _ of ['once', 'twice']) ({ next } = had(await poll.read(next)));
  const written = asked('/subscriptions/ORDER_CHANGE').filter(({ method }) => method === 'POST');
  expect(written.map(({ body }) => JSON.parse(body))).toEqual([{ payloadVersion: '1.0', destinationId: 'destination-1' }]);
  expect(
    asked('/auth/o2/token')
      .map(({ body }) => new URLSearchParams(body).get('grant_type'))
      .toSorted(),
  ).toEqual([...['client_credentials', 'refresh_token']]);
  clock.now = new Date(clock.now.getTime() + 7 * 3_600_000);
  had(await poll.read(next));
  expect(asked('/subscriptions/ORDER_CHANGE').filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a seller whose notifications go to another queue is told so', async () => {
  const { poll } = await withQueue({}, 'arn:aws:sqs:us-east-1:123456789012:another');
  expect(await poll.read(null)).toMatchObject({ ok: false, failure: { kind: 'forbidden', reason: { code: 'amazon.other_queue' } } });
});

test('a queue that takes the place of another is not read as if Amazon sent to it', async () => {
  const first = await withQueue();
  const { next } = had(await first.poll.read(null));
  const other = await withQueue({}, first.market.subscribed, 'another');
  expect(await other.poll.read(next)).toMatchObject({ ok: false, failure: { reason: { code: 'amazon.other_queue' } } });
  expect((await first.poll.read(next)).ok).toBe(true);
});

test('a request to the queue is signed with the keys of the queue, and carries no token of Amazon’s', async () => {
  const { poll, asked } = await withQueue();
  had(await poll.read(null));
  const [request] = asked('/');
  if (!request) return expect.unreachable();
  expect(request.headers['x-amz-access-token']).toBeUndefined();
  expect(request.headers.authorization).toBe(await signatureOf(request));
});

async function signatureOf({ headers, body }: EdgeRequest): Promise<string | undefined> {
  const credentials = { accessKeyId: keys.queue_key_id, secretAccessKey: keys.queue_key_secret };
  const signer = new SignatureV4({ service: 'sqs', region: 'us-east-1', sha256: Sha256, credentials });
  const { host = '', 'content-type': type = '', 'x-amz-target': target = '' } = headers as Record<string, string>;
  const signed = await signer.sign(
    {
      ...{ method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path: '/', query: {}, body },
      headers: { host, 'content-type': type, 'x-amz-target': target },
    },
    { signingDate: new Date('2026-11-21T12:00:00Z') },
  );
  return signed.headers.authorization;
}

test('keys of AWS go to queues of AWS alone', () => {
  const api = amazon.credentials?.queue?.api ?? expect.unreachable();
  expect(api({ queue_url: 'https://sqs.eu-west-1.amazonaws.com/123456789012/crossdock' })).toEqual(['https://sqs.eu-west-1.amazonaws.com']);
  for (const queue_url of ['https://sqs.example.com/123456789012/x', 'https://sqs.eu-west-1.amazonaws.com.example.com/123456789012/x', ''])
    expect(api({ queue_url })).toEqual([]);
  expect(queueAt('https://sqs.eu-west-1.amazonaws.com/123456789012/crossdock')?.arn).toBe('arn:aws:sqs:eu-west-1:123456789012:crossdock');
});
