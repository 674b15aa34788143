import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Files, type StoredBytes, storeBytes } from '../../platform/files.ts';
import { filesIn } from '../../platform/http/read-forms.ts';
import { invalid } from '../../platform/http/refusal.ts';
import { type ImageType, sniffImage } from '../files/sniff.ts';
import { imageTooLarge, largestImage, notAnImage } from './image-calls.ts';

export type ReceivedImage = StoredBytes & { contentType: ImageType };

/**
 * Streams the picture in this form to the file store. It has no row yet: whoever calls this adds one.
 * @throws Refusal or Invalid; nothing of the picture is left then
 */
export async function receiveImage(request: FastifyRequest, files: Files, accountId: number): Promise<ReceivedImage> {
  let received: ReceivedImage | undefined;
  try {
    for await (const content of filesIn(request, 'file', { largest: largestImage, tooLarge: imageTooLarge })) {
      received = await storeImage(files, accountId, content);
    }
  } catch (error) {
    if (received) await files.store.delete(received.key);
    throw error;
  }
  if (!received) throw invalid({ file: ['Choose an image.'] });
  return received;
}

async function storeImage(files: Files, accountId: number, content: AsyncGenerator<Buffer>): Promise<ReceivedImage> {
  const start = await readStart(content, 12);
  if (start.length === 0) throw invalid({ file: ['Choose an image.'] });
  const contentType = sniffImage(start);
  if (!contentType) throw invalid({ file: [notAnImage] });
  return { contentType, ...(await storeBytes(files, accountId, Readable.from(joined(start, content)))) };
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
