import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { space } from '../space.ts';
import { turns } from '../turns.ts';
import { bodyTooLarge } from './errors.ts';
import { tooManyParts, withFewParts } from './form-guard.ts';
import { leaveDoor } from './front-door.ts';
import { type Invalid, invalid, Refusal, refuse } from './refusal.ts';

/** A form of ours is one file, with at most a few short fields beside it. */
const limits = { files: 1, fields: 8, parts: 9, fieldNameSize: 100, fieldSize: 1_000, headerPairs: 16, headerSize: 4_096 };

/** Takes forms only where the endpoint declares one. Nothing of a form is read before its handler calls `filesIn`. */
export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits, throwFileSizeLimit: false });
  app.addHook('preValidation', async (request) => {
    if (request.isMultipart() && !request.routeOptions.config.form)
      throw refuse(415, 'unsupported', 'This kind of content is not accepted here.');
  });
}

/** A file's bytes as they arrive. `fileName` is what the sender calls it: not to be trusted. */
export type SentFile = AsyncGenerator<Buffer> & { fileName: string };

/** In bytes, and the sentence for a file that has more. */
type FileLimit = { largest: number; tooLarge: string };

/**
 * The bytes of each file in this field of a form, as they arrive: read one to its end before asking for the next. `onField` gets what else
 * is in it. No file when something else came. Only after the last step is the form known to be whole and to hold no second file.
 * @throws Refusal 400, 411 or 413 for a form that is damaged or beyond the limits, 429 while many arrive, Invalid for a second file
 */
export async function* filesIn(
  request: FastifyRequest,
  field: string,
  limit: FileLimit,
  onField?: (name: string, value: string) => void,
): AsyncGenerator<SentFile> {
  if (!request.isMultipart()) return;
  checkLength(request);
  leaveDoor(request);
  const accountId = request.signedIn?.accountId ?? 0;
  const end = await uploads.take(accountId);
  let free = (): void => undefined;
  try {
    free = arriving.take(accountId, Number(request.headers['content-length']));
    for await (const part of withFewParts(request, limits.parts).parts({ limits: { fileSize: limit.largest } })) {
      if (part.type !== 'file') onField?.(part.fieldname, String(part.value));
      else if (part.fieldname === field) yield Object.assign(contentOf(part, limit.tooLarge), { fileName: part.filename ?? '' });
      else part.file.resume();
    }
  } catch (error) {
    throw translated(error, field);
  } finally {
    stopParsing(request);
    free();
    end();
  }
}

/** Forms of an account that arrive at the same time: each may take minutes. */
const uploads = turns({
  ...{ each: 4, waiting: 20 },
  refusal: () =>
    refuse(429, 'too_many_requests', 'Your account is uploading many files just now. Try again in a few seconds.', { 'retry-after': '10' }),
});

/**
 * What the forms of an account that arrive at the same time may have together: until they are checked they are on the disk, or in memory.
 */
const arriving = space({
  most: 500 * 1024 * 1024,
  refusal: () =>
    refuse(
      429,
      'too_many_requests',
      'Your account is uploading more than 500 MB at the same time. Wait until some of it has arrived, then choose this file again.',
      { 'retry-after': '30' },
    ),
});

/** Fastify's own limit holds only for bodies that it reads itself. Without a length the form could go on for ever. */
function checkLength(request: FastifyRequest): void {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!Number.isInteger(length)) throw refuse(411, 'no_length', 'Send the length of this form with it.');
  if (length > request.routeOptions.bodyLimit) throw bodyTooLarge(request);
}

async function* contentOf({ file }: MultipartFile, tooLarge: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk;
  } catch {
    throw damaged();
  }
  if (file.truncated) throw refuse(413, 'too_large', tooLarge);
}

function translated(error: unknown, field: string): Refusal | Invalid {
  if (error instanceof Refusal) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_FILES_LIMIT') return invalid({ [field]: ['Choose one file, not several.'] });
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return tooManyParts();
  return damaged();
}

/** What is left of a refused form is thrown away as it comes, without looking for parts in it. */
function stopParsing({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

const damaged = () => refuse(400, 'bad_request', 'This form cannot be read.');
