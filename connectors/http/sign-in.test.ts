import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Connector } from '../contract.ts';
import type { Exchange } from '../http.ts';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';
import { openSession, type SessionContext } from '../session.ts';
import type { Auth } from './auth.ts';
import { memoryLimits } from './limits.ts';
import type { HttpRequest } from './request.ts';
import { memoryTokens, type TokenStore } from './tokens.ts';

let edge: Edge;
let granted: number;
let refused: Set<string>;
let reply: (request: EdgeRequest) => EdgeReply | undefined;
const log: Exchange[] = [];

beforeEach(async () => {
  [granted, refused, reply] = [0, new Set(), () => undefined];
  log.length = 0;
  edge = await startEdge((request) => reply(request) ?? vendor(request));
});
afterEach(() => edge.stop());

/** Grants tokens that last an hour and rotates the refresh token; takes any token that it has not refused. */
function vendor({ path, headers, body }: EdgeRequest): EdgeReply {
  if (path === '/token') {
    granted += 1;
    // A field that no list of secret names would know.
    return {
      json: { ticket: `ticket-${granted}`, lasts: 3600, next: `refresh-${granted}`, got: new URLSearchParams(body).get('refresh') },
    };
  }
  const token = (headers.authorization ?? '').replace('Bearer ', '');
  return token === '' || refused.has(token) ? { status: 401, json: { message: `no ${token}` } } : { json: { seen: token } };
}

const noon = new Date('2026-11-20T12:00:00Z');

const byToken: Auth = {
  kind: 'token',
  async grant({ settings: { origin, refresh }, kept, http, now }) {
    const result = await http.request({
      ...{ method: 'POST', effect: 'once', url: `${origin}/token`, operation: 'sign_in', body: { form: { refresh: kept ?? refresh } } },
      reads: z.object({ ticket: z.string(), lasts: z.number(), next: z.string() }),
    });
    if (!result.ok) return result;
    const { ticket: token, lasts, next: keep } = result.value;
    return { ok: true, value: { token, expiresAt: new Date(now().getTime() + lasts * 1000), keep } };
  },
  headers: (token) => ({ authorization: `Bearer ${token}` }),
};

function connectorWith(auth: Auth, over: Partial<Connector> = {}): Connector {
  return {
    ...{
      name: 'vendor',
      label: 'Vendor',
      auth,
      limits: [],
      identify: async () => ({ ok: true, value: { name: 'x', keys: ['vendor:shop/1'] } }),
    },
    settings: z.object({ origin: z.string(), refresh: z.string().meta({ secret: true }) }),
    hosts: () => ({ api: [] }),
    ...over,
  };
}

function session(connector: Connector, over: Partial<SessionContext> = {}) {
  return openSession(
    connector,
    { origin: edge.origin, refresh: 'refresh-0' },
    {
      ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: edge.origin, sink: (exchange) => log.push(exchange) },
      ...{ now: () => noon, random: () => 0.5, ...over },
    },
  );
}

const write = (): HttpRequest<unknown> => ({
  ...{ method: 'POST', effect: 'once', url: `${edge.origin}/orders`, operation: 'write', body: { json: {} } },
  reads: z.looseObject({}),
});

test('one token serves every request until a minute before its end', async () => {
  let now = noon;
  const { http } = session(connectorWith(byToken), { now: () => now });
  for (const seconds of [0, 3000, 3539]) {
    now = new Date(noon.getTime() + seconds * 1000);
    expect(await http.request(write())).toEqual({ ok: true, value: { seen: 'ticket-1' } });
  }
  now = new Date(noon.getTime() + 3541_000);
  expect(await http.request(write())).toEqual({ ok: true, value: { seen: 'ticket-2' } });
  expect(edge.requests.filter(({ path }) => path === '/token').map(({ body }) => body)).toEqual(['refresh=refresh-0', 'refresh=refresh-1']);
});

test('a token that is refused is renewed once, and the request sent again; a second refusal needs a person', async () => {
  const { http } = session(connectorWith(byToken));
  await http.request(write());
  refused.add('ticket-1');
  expect(await http.request(write())).toEqual({ ok: true, value: { seen: 'ticket-2' } });
  refused.add('ticket-2').add('ticket-3');
  expect(await http.request(write())).toMatchObject({ ok: false, failure: { kind: 'reconnect' } });
  expect(granted).toBe(3);
});

test('a token of another process that has ended too is renewed as well', async () => {
  const shared = memoryTokens();
  await session(connectorWith(byToken), { tokens: shared }).http.request(write());
  refused.add('known').add('ticket-1');
  // This process still knows an earlier token than the one that is shared.
  const expiresAt = new Date(noon.getTime() + 3_600_000);
  const behind: TokenStore = {
    token: async (key, stale, grant, now) =>
      stale === null ? { ok: true, value: { token: 'known', expiresAt } } : shared.token(key, stale, grant, now),
  };
  const { http } = session(connectorWith(byToken), { tokens: behind });
  expect(await http.request(write())).toEqual({ ok: true, value: { seen: 'ticket-2' } });
  expect(granted).toBe(2);
});

test('many requests at once ask for one token', async () => {
  const tokens = memoryTokens();
  const requests = Array.from({ length: 8 }, () => session(connectorWith(byToken), { tokens }).http.request(write()));
  for (const result of await Promise.all(requests)) expect(result).toEqual({ ok: true, value: { seen: 'ticket-1' } });
  expect(granted).toBe(1);
});

test.each([
  [{ status: 400, json: { error: 'invalid_grant' } }, { kind: 'reconnect' }],
  [{ status: 401, json: {} }, { kind: 'reconnect' }],
  [
    { status: 503, json: {} },
    { kind: 'retry', maybeDone: false },
  ],
] as const)('a grant that replies %j leaves nothing that may be done', async (refusal, failure) => {
  reply = ({ path }) => (path === '/token' ? refusal : undefined);
  expect(await session(connectorWith(byToken)).http.request(write())).toMatchObject({ ok: false, failure });
  expect(edge.requests).toHaveLength(1);
});

test('no token is in the log, whatever the vendor calls it and wherever it repeats it', async () => {
  const { http } = session(connectorWith(byToken));
  refused.add('ticket-1');
  await http.request(write());
  expect(log.map(({ operation, status }) => [operation, status])).toEqual([
    ['sign_in', 200],
    ['write', 401],
    ['sign_in', 200],
    ['write', 200],
  ]);
  expect(JSON.stringify(log)).not.toMatch(/ticket-|refresh-/);
});

test('each request is signed as it leaves, body and all', async () => {
  const signed: Auth = {
    kind: 'signed',
    sign: ({ method, url, body, now }, { refresh }) => ({ 'x-proof': [method, url.pathname, body, now.getTime(), refresh].join('|') }),
  };
  const { http } = session(connectorWith(signed));
  await http.request({ ...write(), body: { json: { a: 1 } } });
  expect(edge.requests[0]?.headers['x-proof']).toBe(`POST|/orders|{"a":1}|${noon.getTime()}|refresh-0`);
  expect(JSON.stringify(log)).not.toContain('refresh-0');
});

test('the allowance belongs to the credential, not to the token of the hour; scopes share it or not', async () => {
  const limits: Connector['limits'] = [
    { kind: 'window', requests: 9, perMs: 60_000 },
    { kind: 'window', requests: 2, perMs: 60_000, scope: 'store', operations: ['write'] },
  ];
  const shared = { limitStore: memoryLimits(), tokens: memoryTokens() };
  const inStore = (store: string) => session(connectorWith(byToken, { limits, scopes: () => ({ store }) }), shared).http.request(write());
  expect(await inStore('one')).toMatchObject({ ok: true });
  refused.add('ticket-1');
  // The first try of it was counted too.
  expect(await inStore('one')).toMatchObject({ ok: false, failure: { kind: 'retry', limited: true } });
  expect(await inStore('two')).toMatchObject({ ok: true });
});
