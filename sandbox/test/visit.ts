import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { SandboxOptions } from '../config.ts';
import { type Sandbox, startSandbox } from '../sandbox.ts';

type RequestParts = { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal };
/** `body` is the parsed JSON, untyped for tests. */
export type Reply<T = Record<string, unknown>> = { status: number; headers: Headers; body: T };

/** A sandbox of one test, and callers that sign in as its demo accounts. */
export async function visit(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ catalogue: 'empty', ...options });
  onTestFinished(() => sandbox.stop());
  return { sandbox, control: sandbox.control, ...callers(sandbox) };
}

export function callers({ origin }: Sandbox) {
  const basic = `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`;
  return {
    shipStation: <T>(path: string, parts?: RequestParts) => call<T>(`${origin}/ship-station${path}`, { authorization: basic }, parts),
    /** Signs in anew for each call, unless a token is given. */
    channelAdvisor: async <T>(path: string, { token, ...parts }: RequestParts & { token?: string } = {}) =>
      call<T>(
        `${origin}/channel-advisor/v1${path}`,
        { authorization: `Bearer ${token ?? (await advisorToken(origin)).access_token}` },
        parts,
      ),
    amware: <T>(path: string, parts?: RequestParts) =>
      call<T>(`${origin}/amware/v1${path}`, { authorization: 'Bearer demo-amware-key' }, parts),
    steer: <T>(path: string, parts?: RequestParts) => call<T>(`${origin}/control${path}`, {}, parts),
  };
}

/** What the token endpoint replies, with its status. */
export async function advisorToken(origin: string, secret = 'demo-shared-secret', refreshToken = 'demo-refresh-token') {
  const response = await fetch(`${origin}/channel-advisor/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-application:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  });
  return { status: response.status, ...((await response.json()) as { access_token?: string; expires_in?: number; error?: string }) };
}

async function call<T>(
  url: string,
  identity: Record<string, string>,
  { method, body, headers, signal }: RequestParts = {},
): Promise<Reply<T>> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...identity, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
}

/** A listener for webhooks; `next` waits for the next one. It replies with the statuses in turn, and repeats the last one. */
export async function listen(...statuses: number[]) {
  type Taken = { headers: Record<string, string | string[] | undefined>; body: string };
  const taken: Taken[] = [];
  const waiting: ((one: Taken) => void)[] = [];
  const server = createServer(async (request, reply) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    reply.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200).end();
    const one = { headers: request.headers, body };
    const next = waiting.shift();
    if (next) next(one);
    else taken.push(one);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const next = () => new Promise<Taken>((done) => (taken.length > 0 ? done(taken.shift() as Taken) : waiting.push(done)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, next };
}

/** An order that the warehouse accepts. */
export function warehouseOrder(reference: string, changes: object = {}) {
  const body = {
    reference,
    order_numbers: ['1001'],
    method_code: 'UPSGR',
    warehouse_id: null,
    ship_to: { name: 'Alex Doe', line1: '1 Main Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
    lines: [
      { line_reference: 'a', sku: 'MUG', quantity: 4 },
      { line_reference: 'b', sku: 'CUP', quantity: 2 },
    ],
    ...changes,
  };
  return { body, headers: { 'Idempotency-Key': reference } };
}

export const twoItems = [
  { sku: 'MUG', name: 'A mug', units: 30 },
  { sku: 'CUP', name: 'A cup', units: 30 },
];
