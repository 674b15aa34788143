import { Readable } from 'node:stream';
import { fetchPublicFile } from '../../../connectors/http/public-file.ts';
import { type StoredBytes, storeBytes } from '../../../platform/files.ts';
import { Invalid } from '../../../platform/http/refusal.ts';
import type { Engine } from '../../base/worker-context.ts';
import { imageTooLarge, largestImage, notAnImage } from './limits.ts';
import { preparePicture } from './picture.ts';
import { type ImageType, sniffImage } from './sniff.ts';

/** Stored bytes without a row, or a sentence that says why there are none. */
export type FetchedPicture = { picture: StoredBytes & { contentType: ImageType } } | { wrong: string };

/** Fetches a picture from any public address, encodes it anew, and stores its bytes. */
export async function fetchPicture(
  { files, sandboxOrigin }: Engine,
  accountId: number,
  address: string,
  size: { thumbnail: boolean },
): Promise<FetchedPicture> {
  const limits = { mostBytes: largestImage, timeoutMs: 15_000, tooLarge: imageTooLarge };
  const file = await fetchPublicFile(address, { ...limits, sandboxOrigin });
  if ('wrong' in file) return file;
  const contentType = sniffImage(file.bytes);
  if (!contentType) return { wrong: notAnImage };
  try {
    const bytes = await preparePicture(accountId, file.bytes, contentType, size);
    return { picture: { contentType, ...(await storeBytes(files, accountId, Readable.from([bytes]))) } };
  } catch (error) {
    if (error instanceof Invalid) return { wrong: Object.values(error.fields).flat().join(' ') };
    throw error;
  }
}
