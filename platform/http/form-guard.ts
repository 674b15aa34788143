import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { refuse } from './refusal.ts';

/**
 * This request, with a body that ends with 413 as soon as it has more than `mostParts`. The parser looks at its limit between parts,
 * but first makes a stream of every part in the chunk that it has: of empty ones, thousands.
 * @throws Refusal 400 for a content type without one boundary
 */
export function withFewParts(request: FastifyRequest, mostParts: number): FastifyRequest {
  const { raw } = request;
  const boundary = boundaryIn(raw.headers['content-type'] ?? '');
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
  // The parser gets the boundary as it was read here, so that both look for the same one.
  const headers = { ...raw.headers, 'content-type': `multipart/form-data; boundary="${boundary}"` };
  return Object.create(request, { raw: { value: Object.assign(body, { headers }) } });
}

/** Source: RFC 2046, 5.1.1: 1 to 70 of these, the last no space. */
const allowed = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;
/** Source: RFC 2045, 5.1: `; name=token` or `; name="quoted"`. */
const parameter = /\s*;\s*([!#$%&'*+.^`|~\w-]+)=(?:([!#$%&'*+.^`|~\w-]+)|"((?:[^"\\]|\\.)*)")/y;

/** The one boundary of a form's content type; null where there is none, or several, or one that may not be. */
function boundaryIn(contentType: string): string | null {
  const [type = ''] = /^multipart\/form-data/i.exec(contentType) ?? [];
  const boundaries: string[] = [];
  let end = type.length;
  parameter.lastIndex = end;
  for (let found = parameter.exec(contentType); found; found = parameter.exec(contentType)) {
    const [, name, token, quoted] = found;
    if (name?.toLowerCase() === 'boundary') boundaries.push(token ?? quoted?.replace(/\\(.)/g, '$1') ?? '');
    end = parameter.lastIndex;
  }
  const [boundary = ''] = boundaries;
  const isWhole = type !== '' && contentType.slice(end).trim() === '';
  return isWhole && boundaries.length === 1 && allowed.test(boundary) ? boundary : null;
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
