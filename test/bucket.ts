import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Bucket } from '../platform/env.ts';

export type TestBucket = {
  bucket: Bucket;
  /** Its objects by key; `at` is the time of the last write. */
  objects: Map<string, { content: Buffer; at: Date }>;
  /** Every request as `METHOD /path`, in order. */
  requests: string[];
  /** This many of the next uploads get a 500 halfway. */
  refuse: (times: number) => void;
};

/** A store that speaks what S3 says of one object and of a list, over real HTTP, two keys a page. Signatures are not checked. */
export async function startBucket(): Promise<TestBucket> {
  const objects: TestBucket['objects'] = new Map();
  const requests: string[] = [];
  let refused = 0;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const [name, ...rest] = pathname.slice(1).split('/');
    const key = rest.map(decodeURIComponent).join('/');
    requests.push(`${request.method} ${pathname}`);
    if (name !== 'files' || !request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
      return void reply(response, 403);
    if (request.method === 'GET' && !key) return void list(response, objects, searchParams);
    if (request.method === 'PUT') {
      const content = await received(request);
      if (!content) return;
      refused -= 1;
      if (refused >= 0) return void reply(response, 500);
      objects.set(key, { content, at: new Date() });
      return void reply(response, 200);
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return void reply(response, 204);
    }
    const found = objects.get(key);
    if (!found) return void reply(response, 404);
    response.writeHead(200, { 'content-length': found.content.length, 'last-modified': found.at.toUTCString() });
    response.end(request.method === 'HEAD' ? undefined : found.content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((closed) => server.close(() => closed()));
  });
  const { port } = server.address() as AddressInfo;
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  const bucket = { name: 'files', region: 'eu-central-1', endpoint: `http://127.0.0.1:${port}`, keys };
  return {
    bucket,
    objects,
    requests,
    refuse: (times) => {
      refused = times;
    },
  };
}

/** As S3 does, it wants to know the length beforehand. */
async function received(request: IncomingMessage): Promise<Buffer | undefined> {
  const content = await buffer(request).catch(() => undefined);
  return content?.length === Number(request.headers['content-length']) ? content : undefined;
}

const pageSize = 2;

function list(response: ServerResponse, objects: TestBucket['objects'], query: URLSearchParams): void {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, pageSize);
  const more = keys.length > pageSize;
  const contents = page.map((key) => {
    const { content, at } = objects.get(key) ?? { content: '', at: new Date() };
    return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`;
  });
  const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`);
}

function reply(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
