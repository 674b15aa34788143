import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { allowance } from '../../../platform/allowance.ts';
import { type Files, type StoredBytes, storeBytes } from '../../../platform/files.ts';
import { filesIn, type SentFile } from '../../../platform/http/read-forms.ts';
import { invalid, refuse } from '../../../platform/http/refusal.ts';
import {
  documentTooLarge,
  emptyFile,
  imageTooLarge,
  largestDocument,
  largestImage,
  notAFile,
  notAnImage,
  tooManyUploads,
} from './limits.ts';
import { preparePicture } from './picture.ts';
import { type ImageType, sniffDocument, sniffedBytes, sniffImage } from './sniff.ts';

export type ReceivedFile = StoredBytes & { name: string; contentType: string };

type UploadRules = {
  accountId: number;
  /** For a form without a file. */
  missing: string;
  /** Not only pictures. */
  documents?: boolean;
};

/** Each is moved, checked and decoded: nobody chooses files faster, and what fetches many does so in an import. */
const aMinute = allowance(60, (seconds) => refuse(429, 'too_many_requests', tooManyUploads, { 'retry-after': String(seconds) }));

/**
 * Puts the file in the field `file` of this form into the file store: a picture scaled and without metadata, a document as it is. It
 * has no row yet: whoever calls this adds one. @throws Refusal or Invalid; nothing of the file is left then
 */
export async function receiveFile(request: FastifyRequest, files: Files, rules: UploadRules): Promise<ReceivedFile> {
  aMinute.take(rules.accountId);
  const limit = rules.documents
    ? { largest: largestDocument, tooLarge: documentTooLarge }
    : { largest: largestImage, tooLarge: imageTooLarge };
  let received: ReceivedFile | undefined;
  try {
    for await (const sent of filesIn(request, 'file', limit)) received = await storeSent(files, sent, rules);
  } catch (error) {
    if (received) await files.store.delete(received.key);
    throw error;
  }
  if (!received) throw invalid({ file: [rules.missing] });
  return received;
}

async function storeSent(files: Files, sent: SentFile, { accountId, missing, documents = false }: UploadRules): Promise<ReceivedFile> {
  const start = await readStart(sent, sniffedBytes);
  if (start.length === 0) throw invalid({ file: [documents ? emptyFile : missing] });
  const name = cleanName(sent.fileName);
  const image = sniffImage(start);
  if (image) return { name, contentType: image, ...(await storeBytes(files, accountId, await pictureIn(accountId, start, sent, image))) };
  const contentType = documents ? sniffDocument(start, name) : null;
  if (!contentType) throw invalid({ file: [documents ? notAFile : notAnImage] });
  return { name, contentType, ...(await storeBytes(files, accountId, Readable.from(joined(start, sent)))) };
}

async function pictureIn(accountId: number, start: Buffer, rest: SentFile, type: ImageType): Promise<Readable> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of joined(start, rest)) {
    length += chunk.length;
    if (length > largestImage) throw refuse(413, 'too_large', imageTooLarge);
    chunks.push(chunk);
  }
  return Readable.from([await preparePicture(accountId, Buffer.concat(chunks), type)]);
}

/** At least this many bytes, unless there are fewer. */
async function readStart(content: AsyncGenerator<Buffer>, length: number): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < length) {
    const { done, value } = await content.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* joined(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

/** A file's own name, without folders and characters that no name has. */
function cleanName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).reverse();
  return (
    last
      .replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, '')
      .trim()
      .slice(-150) || 'file'
  );
}
