import { beforeAll, expect, test } from 'vitest';
import type { Pages } from '../../app/screens/shell/pages.ts';
import type { May } from '../../platform/endpoint.ts';
import { found, page } from '../../platform/http/page.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { requestContext } from '../../platform/http/request-context.ts';
import { createLog } from '../../platform/log.ts';
import { type Person, testWeb } from '../web.ts';

/** Pages that say what they were given, in place of the bundle's. */
const pages: Pages = async (request, context) => {
  const { session, cspNonce } = context.get(requestContext);
  const url = new URL(request.url);
  if (!url.pathname.endsWith('.data'))
    return new Response(`<p>${session?.name ?? 'nobody'} ${cspNonce}</p>`, { headers: { 'content-type': 'text/html' } });
  const [, name = '', id] = /^\/(\w+)(?:\/(.+))?\.data$/.exec(url.pathname) ?? [];
  return load(loaders[name] ?? page('anyone', () => found(null)), { request, url, params: { id }, context });
};

type Loader = ReturnType<typeof page<May, object>>;
const loaders: Record<string, Loader> = {
  orders: page('work', ({ tenant }) => ({ accountId: tenant.accountId })),
  account: page('signed_in', ({ session }) => ({ name: session.name })),
  team: page('team', ({ session }) => ({ role: session.role })),
  entrance: page('anyone', ({ session, tenant, search }) => ({ signedIn: session !== null, tenant, next: search.get('next') })),
  order: page('work', async ({ id }) => ({ id })),
  refused: page('work', () => Promise.reject(refuse(409, 'too_late', 'It was shipped.'))),
  broken: page('work', () => Promise.reject(new Error('a detail that is nobody’s business'))),
  twice: async (args) => {
    const failing = (message: string) => page('work', () => Promise.reject(new Error(message)))(args);
    await Promise.allSettled([failing('the first'), failing('the second'), failing('the first')]);
    return failing('the first');
  },
  writing: page('work', ({ tenant }) => tenant.db.insertInto('departments').values({ account_id: tenant.accountId, name: 'x' }).execute()),
};

/** What a loader returned or threw, as React Router returns it. */
async function load(loader: Loader, { url, ...args }: Omit<Parameters<Loader>[0], 'pattern'>): Promise<Response> {
  try {
    return Response.json(await loader({ url, pattern: url.pathname, ...args }));
  } catch (thrown) {
    if (thrown instanceof Response) return thrown;
    const { data, init } = thrown as { data: unknown; init?: ResponseInit };
    if (init) return Response.json(data, init);
    throw thrown;
  }
}

const lines: Record<string, unknown>[] = [];
const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
const own = testWeb({ pages, log });
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
  const reply = await open(null, url);
  expect([reply.statusCode, reply.headers.location]).toEqual([302, address]);
});

test.each(['/sign-in', '/forgot-password', '/reset-password?token=x'])('signed out, %s is shown', async (url) => {
  const reply = await open(null, url);
  expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('nobody')]);
});

test('a page knows its person, and runs scripts only with its own nonce', async () => {
  const reply = await open(ann, '/orders');
  const [, name, nonce] = /<p>(Person \d+) (.+)<\/p>/.exec(reply.body) ?? [];
  expect(name).toMatch(/^Person/);
  expect(reply.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}';`);
  // Nothing is loaded or asked for from anywhere else.
  expect(reply.headers['content-security-policy']).toContain("img-src 'self' data:;");
  expect(reply.headers['content-security-policy']).not.toMatch(/https?:|\*/);
  expect(reply.headers['cache-control']).toBe('no-store');
  expect((await open(ann, '/orders')).body).not.toContain(nonce);
});

test('a page’s data is read in the account of who asks, and leads to the sign-in page when signed out', async () => {
  expect((await open(ann, '/orders.data')).json()).toEqual({ accountId: ann.accountId });
  for (const path of ['/orders', '/account', '/team', '/order/1']) {
    const reply = await open(null, `${path}.data`);
    expect([reply.statusCode, reply.headers.location]).toEqual([302, `/sign-in?next=${encodeURIComponent(path)}`]);
  }
});

test('a page is for those who have its permission, or for all who are signed in, or for anyone', async () => {
  const admin = await own.person(ann.accountId, 'admin');
  expect((await open(admin, '/team.data')).json()).toEqual({ role: 'admin' });
  const reply = await open(ann, '/team.data');
  expect([reply.statusCode, reply.json()]).toEqual([403, expect.objectContaining({ code: 'not_allowed' })]);
  expect((await open(ann, '/account.data')).json()).toEqual({ name: expect.stringMatching(/^Person/) });
  expect((await open(null, '/entrance.data?next=%2F')).json()).toEqual({ signedIn: false, tenant: null, next: '/' });
  expect((await open(ann, '/entrance.data')).json()).toEqual({ signedIn: true, tenant: null, next: null });
});

test('who must set up two-factor sign-in is led there from every page, and back again', async () => {
  const person = await own.person(await own.account());
  await own.sql('update accounts set two_factor_required = true where id = $1', [person.accountId]);
  for (const path of ['/orders', '/account', '/team', '/order/1']) {
    const reply = await open(person, `${path}.data`);
    expect([reply.statusCode, reply.headers.location], path).toEqual([302, `/set-up-two-factor?next=${encodeURIComponent(path)}`]);
  }
  expect((await open(person, '/entrance.data')).statusCode).toBe(200);
});

test('an id that no record can have is the 404 page', async () => {
  expect((await open(ann, '/order/17.data')).json()).toEqual({ id: 17 });
  for (const id of ['0', '-1', '1.5', '0x10', '1e3', 'seven', '%201', '12345678901234567'])
    expect((await open(ann, `/order/${id}.data`)).statusCode, id).toBe(404);
  expect((await open(ann, '/order.data')).statusCode).toBe(404);
});

test('what a query refuses is a page with its status and sentence', async () => {
  const reply = await open(ann, '/refused.data');
  expect([reply.statusCode, reply.json()]).toEqual([409, { errorMessage: 'It was shipped.', code: 'too_late' }]);
});

test('a page that fails shows the number that is in its line of the log, and nothing about the cause', async () => {
  const reply = await open(ann, '/broken.data');
  const id = reply.headers['x-request-id'];
  expect([reply.statusCode, reply.json()]).toEqual([500, { code: 'failed', errorMessage: expect.stringContaining(String(id)) }]);
  expect(lines.filter(({ request }) => request === id)).toMatchObject([
    { level: 'error', account: ann.accountId, user: ann.userId, msg: 'request failed' },
  ]);
});

test('what breaks in several loaders of a page is logged once, and what else breaks too', async () => {
  const reply = await open(ann, '/twice.data');
  const id = reply.headers['x-request-id'];
  const logged = lines.filter(({ request }) => request === id).map(({ error }) => (error as { message: string }).message);
  expect(logged.sort()).toEqual(['the first', 'the second']);
});

test('a page cannot write', async () => {
  expect((await open(ann, '/writing.data')).statusCode).toBe(500);
  expect(await own.sql('select from departments where account_id = $1 and name = $2', [ann.accountId, 'x'])).toEqual([]);
});

test('a plain form that is sent signed out leads to the sign-in page, and back to its own', async () => {
  const post = (referer: string) =>
    own.as(null, {
      method: 'POST',
      url: '/support',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', 'x-requested-with': '', referer },
      payload: 'subject_1=Shipping',
    });
  const { baseUrl } = own.web.parts.env;
  for (const [referer, next] of [
    [`${baseUrl}/support?item_type=order&item_id=7`, '/support?item_type=order&item_id=7'],
    ['https://evil.example/support?x', '/support'],
    ['', '/support'],
  ] as const) {
    const reply = await post(referer);
    expect([reply.statusCode, reply.headers.location], referer).toEqual([303, `/sign-in?next=${encodeURIComponent(next)}`]);
  }
  // A call gets its refusal.
  expect((await own.as(null, { method: 'POST', url: '/support', payload: {} })).json().code).toBe('signed_out');
});

test('an address of the API is never a page, and a page is never posted to', async () => {
  expect((await open(ann, '/api/nowhere')).json()).toMatchObject({ code: 'not_found' });
  const posted = await own.as(ann, { method: 'POST', url: '/orders', payload: {} });
  expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('an address that cannot be decoded is treated like any other that does not exist', async () => {
  const page = await open(ann, '/%');
  expect([page.statusCode, page.headers['content-type'], page.headers['content-security-policy']]).toEqual([
    200,
    'text/html',
    expect.stringContaining("script-src 'self' 'nonce-"),
  ]);
  expect((await open(ann, '/order/%E0%A4%A.data')).statusCode).toBe(404);
  const call = await own.as(ann, { url: '/api/orders/%zz' });
  expect([call.statusCode, call.json()]).toEqual([404, { errorMessage: 'There is no such address.', code: 'not_found' }]);
  expect(call.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  expect((await own.as(ann, { method: 'HEAD', url: '/orders' })).statusCode).toBe(200);
});
