import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

/**
 * This request, with a body that ends with 413 as soon as it has more than `mostParts`. The parser looks at its limit between parts,
 * but first makes a stream of every part in the chunk that it has: of empty ones, thousands.
 * @throws Refusal 400 for a boundary that the parser might read differently
 */
export function withFewParts(request: FastifyRequest, mostParts: number): FastifyRequest {
  const { raw, headers } = request;
  const boundary = /^multipart\/form-data; *boundary=("?)([\w'-]{1,70})\1$/i.exec(headers['content-type'] ?? '')?.[2];
  if (!boundary) throw refuse(400, 'bad_request', 'This form cannot be read.');
  const countDelimiters = delimiterCounter(`\r\n--${boundary}`);
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // One delimiter more than parts: the last one ends the form.
      if (countDelimiters(chunk) > mostParts + 1) done(tooManyParts());
      else done(null, chunk);
    },
  });
  raw.once('close', () => raw.readableEnded || body.destroy());
  raw.pipe(body);
  return Object.create(request, { raw: { value: Object.assign(body, { headers: raw.headers }) } });
}

export const tooManyParts = () => refuse(413, 'too_many_parts', 'This form has more parts than we take here.');

/** Counts, chunk by chunk, how often the delimiter came so far, also where it is split between two chunks. */
function delimiterCounter(delimiter: string): (chunk: Buffer) => number {
  let count = 0;
  // The first delimiter has no line break before it.
  let rest = Buffer.from('\r\n');
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    let end = 0;
    for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, end)) {
      count += 1;
      end = at + delimiter.length;
    }
    rest = bytes.subarray(Math.max(end, bytes.length - delimiter.length + 1));
    return count;
  };
}
