import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Connector } from '../contract.ts';
import type { Exchange } from '../http.ts';
import { type Edge, startEdge } from '../scripted-edge.ts';
import { openSession } from '../session.ts';
import { memoryLimits } from './limits.ts';
import type { HttpRequest } from './request.ts';
import { memoryTokens } from './tokens.ts';

let edge: Edge;
let tokens = 0;
const log: Exchange[] = [];
beforeEach(async () => {
  [tokens, log.length] = [0, 0];
  edge = await startEdge(({ path, headers }) => {
    if (path.endsWith('/token')) {
      tokens += 1;
      return { json: { token: `${path.slice(1, 6)}-token-${tokens}` } };
    }
    return { json: { by: headers['x-queue'] ?? headers.authorization ?? null } };
  });
});
afterEach(() => edge.stop());

const tokenFrom = (path: string): Extract<Connector['auth'], { kind: 'token' }>['grant'] =>
  async function grant({ settings, http }) {
    const url = `${settings.origin}${path}`;
    const reads = z.object({ token: z.string() });
    const result = await http.request({ method: 'POST', effect: 'once', url, operation: 'sign_in', reads });
    return result.ok ? { ok: true, value: { token: result.value.token, expiresAt: new Date(Date.now() + 3_600_000) } } : result;
  };

/** Its API and its queue have a token each. `sandbox`: false leaves the outside world's rules in force. */
function sessionOf({ sandbox = true } = {}) {
  const connector: Connector = {
    ...{ name: 'vendor', label: 'Vendor', limits: [] },
    settings: z.object({ origin: z.string(), secret: z.string().meta({ secret: true }) }),
    hosts: () => ({ api: ['https://api.example.com'] }),
    identify: async () => ({ ok: true, value: { name: 'x', keys: ['vendor:shop/1'] } }),
    auth: { kind: 'token', grant: tokenFrom('/first/token'), headers: (token) => ({ authorization: token }) },
    credentials: {
      queue: {
        api: () => ['https://queue.example.com'],
        auth: { kind: 'token', grant: tokenFrom('/queue/token'), headers: (token) => ({ 'x-queue': token }) },
      },
    },
  };
  const settings = { origin: sandbox ? edge.origin : 'https://api.example.com', secret: 's' };
  return openSession(connector, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: sandbox ? edge.origin : null },
    sink: (exchange: Exchange) => log.push(exchange),
    // Outside nobody replies, which is not worth a long wait.
    ...(!sandbox && { timeoutMs: 300 }),
  }).http;
}

const reading = (over: Partial<HttpRequest<unknown>> = {}): HttpRequest<unknown> => ({
  ...{ method: 'GET', effect: 'read', url: `${edge.origin}/x`, operation: 'read', reads: z.unknown() },
  ...over,
});

test('each request is signed in by the credential that it names, with a token of that one', async () => {
  const http = sessionOf();
  expect(await http.request(reading())).toEqual({ ok: true, value: { by: 'first-token-1' } });
  expect(await http.request(reading({ credential: 'queue' }))).toEqual({ ok: true, value: { by: 'queue-token-2' } });
  expect(await http.request(reading())).toEqual({ ok: true, value: { by: 'first-token-1' } });
  expect(JSON.stringify(log)).not.toMatch(/-token-\d/);
});

test('a credential goes to its own origins alone', async () => {
  const http = sessionOf({ sandbox: false });
  const refused = async (url: string, credential?: string) => {
    const result = await http.request(reading({ url, ...(credential && { credential }) }));
    return !result.ok && result.failure.kind === 'rejected';
  };
  expect(await refused('https://queue.example.com/x')).toBe(true);
  expect(await refused('https://api.example.com/x', 'queue')).toBe(true);
  expect(await refused('https://queue.example.com/x', 'queue')).toBe(false);
});

test('a header that a request brings is not replaced by its sign-in, nor sent beside it', async () => {
  const http = sessionOf();
  const restricted = reading({ headers: { Authorization: 'restricted' } });
  await expect(http.request(restricted)).rejects.toThrow('read brings its own authorization');
  expect(edge.requests.map(({ path }) => path)).toEqual(['/first/token']);
  expect(await http.request({ ...restricted, credential: 'queue' })).toMatchObject({ ok: true });
  await expect(http.request(reading({ credential: 'none' }))).rejects.toThrow('which the connector does not declare');
});
