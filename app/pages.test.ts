import { beforeAll, expect, test } from 'vitest';
import { requestContext } from '../platform/http/request-context.ts';
import { type Person, testWeb } from '../test/web.ts';
import type { Pages } from './pages.ts';

/** Pages that say what they were given, in place of the bundle's. */
const pages: Pages = async (request, context) => {
  const { session, cspNonce, inTenant } = context.get(requestContext);
  const { pathname } = new URL(request.url);
  if (pathname.endsWith('.data'))
    return inTenant(async ({ accountId }) => Response.json({ accountId })).catch((thrown) => thrown as Response);
  return new Response(`<p>${session?.name ?? 'nobody'} ${cspNonce}</p>`, { headers: { 'content-type': 'text/html' } });
};

const own = testWeb({ pages });
let ann: Person;
beforeAll(async () => {
  ann = await own.person(await own.account());
});
const open = (person: Person | null, url: string) => own.as(person, { url, headers: { accept: 'text/html' } });

test.each([
  ['/', '/sign-in'],
  ['/orders?status=error', '/sign-in?next=%2Forders%3Fstatus%3Derror'],
  ['//evil.example/x', '/sign-in?next=%2F%2Fevil.example%2Fx'],
])('signed out, %s leads to %s', async (url, address) => {
  const answer = await open(null, url);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, address]);
});

test.each(['/sign-in', '/forgot-password', '/reset-password?token=x'])('signed out, %s is shown', async (url) => {
  const answer = await open(null, url);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('nobody')]);
});

test('a page knows who asks, and only its own nonce may run scripts', async () => {
  const answer = await open(ann, '/orders');
  const [, name, nonce] = /<p>(Person \d+) (.+)<\/p>/.exec(answer.body) ?? [];
  expect(name).toMatch(/^Person/);
  expect(answer.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}';`);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await open(ann, '/orders')).body).not.toContain(nonce);
});

test('a page’s data is read in the account of who asks, and leads to the sign-in page when signed out', async () => {
  expect((await open(ann, '/orders.data')).json()).toEqual({ accountId: ann.accountId });
  const answer = await open(null, '/orders.data');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/sign-in?next=%2Forders']);
});

test('an address of the API is never a page, and a page is never posted to', async () => {
  expect((await open(ann, '/api/nowhere')).json()).toMatchObject({ code: 'not_found' });
  expect((await own.as(ann, { method: 'POST', url: '/orders', payload: {} })).statusCode).toBe(404);
});
