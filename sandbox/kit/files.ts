import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Collection, Kept } from './collection.ts';

/** A file at an address that signs itself in by `key`. `isPacked`: it is sent as gzip. */
export type StoredFile = { text: string; type: string; isPacked: boolean; key: string };

export type Files = {
  get: Collection<StoredFile>['get'];
  write: (text: string, form: Pick<StoredFile, 'type' | 'isPacked'>) => Kept<StoredFile>;
  /** Where it is got from, and put to. */
  addressOf: (file: Kept<StoredFile>) => string;
  put: (file: Kept<StoredFile>, text: string) => void;
};

export const openFiles = (files: Collection<StoredFile>, address: () => string): Files => ({
  get: files.get,
  write: (text, form) => files.add({ text, ...form, key: randomBytes(16).toString('hex') }),
  addressOf: ({ id, key }) => `${address()}/files/${id}?key=${key}`,
  put: (file, text) => files.change(file, { text }),
});

type One = { Params: { id: string }; Querystring: { key?: string }; Body: string };

/** Their routes. A token beside the address is refused, as the vendors' storage does. */
export function fileRoutes(app: FastifyInstance, accounts: () => readonly { files: Files }[], tokenHeader: string): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text));
  for (const method of ['GET', 'PUT'] as const)
    app.route<One>({
      ...{ method, url: '/files/:id', config: { operation: method === 'GET' ? 'download' : 'upload' } },
      handler({ params, query, headers, body }, reply) {
        const owner = accounts().find(({ files }) => files.get(params.id)?.key === query.key);
        const file = owner?.files.get(params.id);
        if (!owner || !file || headers[tokenHeader]) return reply.code(403).type('application/xml').send('<Error/>');
        if (method === 'PUT') owner.files.put(file, body);
        if (method === 'PUT') return reply.type('text/plain').send('');
        return sendFrom(reply.type(file.type), file.isPacked ? gzipSync(file.text) : Buffer.from(file.text), headers.range);
      },
    });
}

/** All of it, or what is behind the bytes that the caller has (RFC 9110, 14.2). */
function sendFrom(reply: FastifyReply, bytes: Buffer, range = '') {
  const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);
  if (from > 0) reply.code(206).header('content-range', `bytes ${from}-${bytes.length - 1}/${bytes.length}`);
  return reply.send(bytes.subarray(from));
}

/** The JSON in a text; null where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
