import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a test's other side was asked. */
export type EdgeRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
  /** The caller's port: the same for two requests over one connection. */
  port: number | undefined;
};
export type EdgeReply = { status?: number; headers?: Record<string, string>; json?: unknown; text?: string; bytes?: Uint8Array };

/** A stand-in for another system, on loopback: a test scripts its replies and its faults. */
export type Edge = {
  origin: string;
  requests: EdgeRequest[];
  /** Every reply from now on has this fault, or only those to requests that do not only look; null ends it. */
  fault: (fault: EdgeFault | null, onlyWrites?: boolean) => void;
  stop: () => Promise<void>;
};

export const edgeFaults = {
  unauthorized: { status: 401, json: { message: 'no' } },
  payment_required: { status: 402, json: { message: 'no' } },
  forbidden: { status: 403, json: { message: 'no' } },
  not_found: { status: 404, json: { message: 'no' } },
  conflict: { status: 409, json: { message: 'It is too late', code: 'too_late' } },
  unprocessable: { status: 422, json: { message: 'It is wrong', code: 'invalid' } },
  too_many: { status: 429, json: { message: 'slow down' } },
  too_many_for_7_s: { status: 429, headers: { 'retry-after': '7' }, json: { message: 'slow down' } },
  server_error: { status: 500, json: { message: 'oh no' } },
  redirect: { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
  hang: null,
  drop: null,
  truncated: null,
  malformed: { text: '{"half": [1, 2' },
  wrong_type: { headers: { 'content-type': 'text/html' }, text: '<h1>Maintenance</h1>' },
  wrong_shape: { json: 'not what you think' },
} as const satisfies Record<string, EdgeReply | null>;
export type EdgeFault = keyof typeof edgeFaults;

/** `isLook`: which requests only look, where the method does not say it. */
export async function startEdge(
  reply: (request: EdgeRequest) => EdgeReply,
  isLook: (request: EdgeRequest) => boolean = ({ method }) => method === 'GET',
): Promise<Edge> {
  const requests: EdgeRequest[] = [];
  let current: EdgeFault | null = null;
  let spares = false;
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    const fault = spares && isLook(request) ? null : current;
    if (fault === 'hang') return;
    if (fault === 'drop') return void incoming.socket.destroy();
    if (fault === 'truncated') return truncate(response);
    write(response, (fault && edgeFaults[fault]) ?? reply(request));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fault: (fault, onlyWrites = false) => {
      current = fault;
      spares = onlyWrites;
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

async function read(incoming: IncomingMessage): Promise<EdgeRequest> {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://edge');
  const body = await text(incoming);
  return { method: incoming.method ?? '', path, query, headers: incoming.headers, body, port: incoming.socket.remotePort };
}

function write(response: ServerResponse, { status = 200, headers = {}, json, text, bytes }: EdgeReply): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(bytes ?? text ?? (json === undefined ? '' : JSON.stringify(json)));
}

function truncate(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"half": [', () => response.destroy());
}
