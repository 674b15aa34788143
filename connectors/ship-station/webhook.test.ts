import { expect, test } from 'vitest';
import { shipStationHints } from './webhook.ts';

const { receive: verify = () => expect.unreachable() } = shipStationHints({
  base: 'http://127.0.0.1:4817/ship-station',
  client: null as never,
});

const theirs = { secret: null, key: null };

function deliver({
  url = 'https://ssapi6.shipstation.com/orders?importBatch=1d7a',
  secret = 'the-secret',
  body,
}: {
  url?: string;
  secret?: string;
  body?: string;
}) {
  const rawBody = Buffer.from(body ?? JSON.stringify({ resource_url: url, resource_type: 'ORDER_NOTIFY' }));
  return verify({ headers: {}, rawBody, query: { secret } }, 'the-secret', theirs);
}

test('a delivery says that orders changed, and nothing else', () => {
  expect(deliver({})).toEqual({ ok: true, hints: [{ id: expect.stringMatching(/^[\w-]{43}$/), stream: 'orders', remoteIds: [] }] });
  expect(deliver({})).toEqual(deliver({}));
  expect(deliver({})).not.toEqual(deliver({ url: 'https://ssapi6.shipstation.com/orders?importBatch=9c2e' }));
});

test.each(['https://ssapi.shipstation.com/orders', 'https://ssapi12.shipstation.com/orders', 'http://127.0.0.1:4817/ship-station/orders'])(
  'from %s it is taken',
  (url) => expect(deliver({ url })).toMatchObject({ ok: true }),
);

test.each([
  'http://ssapi.shipstation.com/orders',
  'https://ssapi.shipstation.com.evil.example/orders',
  'https://evil-ssapi.shipstation.com/orders',
  'https://ssapi.shipstation.com:8443/orders',
  'https://ssapi.shipstation.com@evil.example/',
  'http://127.0.0.1:5432/',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
])('one that names %s is refused', (url) => expect(deliver({ url })).toMatchObject({ ok: false }));

test('without the right secret it is refused', () => {
  expect(deliver({ secret: 'another' })).toMatchObject({ ok: false });
  expect(deliver({ secret: '' })).toMatchObject({ ok: false });
  expect(verify({ headers: {}, rawBody: Buffer.from('{}'), query: {} }, '', theirs)).toMatchObject({ ok: false });
});

test.each(['', 'null', '[]', '{"resource_url": 7}', '{"half":'])('a body of %j is refused', (body) =>
  expect(deliver({ body })).toMatchObject({ ok: false }),
);
