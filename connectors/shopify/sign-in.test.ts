import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { keptOfCode } from '../http/consent.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { type EdgeReply, startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { quietSession } from '../settings.ts';
import { shopify } from './connector.ts';
import { consent } from './sign-in.ts';

const application = { id: 'our-app', secret: 'shpss_the_secret_of_our_app' };
const settings = { shop: 'leeds-mugs', location_ids: '[]' };
const redirect_uri = 'https://crossdock.example.com/connections/consent/shopify';
const now = new Date('2026-11-21T12:00:00Z');

test('the page asks in Shopify’s own words', () => {
  const parameters = { client_id: 'our-app', redirect_uri, state: 'a-state', scope: 'read_products write_orders', response_type: 'code' };
  const page = new URL(consent.page({ settings, application, parameters }));
  expect([page.origin, page.pathname]).toEqual(['https://leeds-mugs.myshopify.com', '/admin/oauth/authorize']);
  expect(Object.fromEntries(page.searchParams)).toEqual({
    ...{ client_id: 'our-app', redirect_uri, state: 'a-state', scope: 'read_products,write_orders' },
  });
});

test('only what Shopify signed for this shop is believed', () => {
  const query = (shop: string, change = '') => {
    const text = `code=0907a61c&host=YWRtaW4&shop=${shop}&state=a-state&timestamp=1337178173`;
    const hmac = createHmac('sha256', application.secret).update(text).digest('hex');
    return new URLSearchParams(`hmac=${hmac}&${text}${change}`);
  };
  const verify = (returned: URLSearchParams) => consent.verify?.(returned, { settings, application });
  expect(verify(query('leeds-mugs.myshopify.com'))).toBe(true);
  expect(verify(query('another-shop.myshopify.com'))).toBe(false);
  expect(verify(query('leeds-mugs.myshopify.com', '&code=another'))).toBe(false);
  const unsigned = query('leeds-mugs.myshopify.com');
  unsigned.delete('hmac');
  expect(verify(unsigned)).toBe(false);
});

test('a code becomes a token that expires, and each refresh token is used once', async () => {
  const forms: Record<string, string>[] = [];
  const edge = await startEdge(({ path, headers, body }): EdgeReply => {
    if (path !== '/admin/oauth/access_token') return { status: 401, json: { errors: String(headers['x-shopify-access-token']) } };
    forms.push(Object.fromEntries(new URLSearchParams(body)));
    const n = forms.length;
    return { json: { access_token: `shpat_${n}`, expires_in: 3_600, refresh_token: `shprt_${n}`, refresh_token_expires_in: 7_776_000 } };
  });
  const kept = keptOfCode({ code: 'a-code', redirect: redirect_uri, verifier: 'unused' });
  const tokens = memoryTokens(kept);
  const session = openSession(
    shopify,
    { ...settings, api_address: edge.origin, consent: 'one' },
    {
      ...{ limitStore: memoryLimits(), tokens, application, sink: () => undefined, sandboxOrigin: edge.origin, now: () => now },
    },
  );
  // Refused once more than it is renewed, so that both ways are gone.
  expect(await shopify.identify(session)).toMatchObject({ ok: false });
  await edge.stop();
  const ours = { client_id: 'our-app', client_secret: application.secret };
  expect(forms.slice(0, 2)).toEqual([
    { ...ours, code: 'a-code', expiring: '1' },
    { ...ours, grant_type: 'refresh_token', refresh_token: 'shprt_1' },
  ]);
});

test.each([
  ['shop', { status: 404, json: { errors: 'Not Found' } }],
  [
    'shop',
    { status: 400, json: { error: 'shop_not_permitted', error_description: 'Client credentials cannot be performed on this shop.' } },
  ],
  ['client_id', { status: 400, json: { error: 'application_cannot_be_found' } }],
])('what a sign-in is refused for names the setting %s', async (setting, reply) => {
  const edge = await startEdge(() => reply);
  const entered = { ...settings, client_id: '0'.repeat(32), client_secret: 'shpss_0123456789abcdef', api_address: edge.origin };
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: edge.origin, now: () => now };
  const result = await shopify.identify(openSession(shopify, entered, context));
  await edge.stop();
  expect(result).toMatchObject({ ok: false, failure: { setting } });
});

test('deliveries of a shop that consented are signed with the secret of our app, and without one none is believed', () => {
  const rawBody = Buffer.from('{"id":1}');
  const receive = (secret: string, app: typeof application | null) =>
    shopify.hints?.(quietSession(shopify, { ...settings, consent: 'one' }, () => now, app)).receive?.(
      {
        headers: {
          'x-shopify-hmac-sha256': createHmac('sha256', secret).update(rawBody).digest('base64'),
          ...{ 'x-shopify-shop-domain': 'leeds-mugs.myshopify.com', 'x-shopify-topic': 'orders/updated' },
        },
        ...{ rawBody, query: {} },
      },
      '',
      { secret: null, key: null },
    );
  expect(receive(application.secret, application)).toMatchObject({ ok: true });
  expect(receive('another', application)).toMatchObject({ ok: false });
  expect(receive('', null)).toMatchObject({ ok: false });
});
