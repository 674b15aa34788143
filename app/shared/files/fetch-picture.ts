import { Readable } from 'node:stream';
import type { Reason } from '../../../connectors/contract.ts';
import { fetchPublicFile } from '../../../connectors/http/public-file.ts';
import { type StoredBytes, storeBytes } from '../../../platform/files.ts';
import type { Engine } from '../../base/worker-context.ts';
import { largestImage } from './limits.ts';
import { decodePicture } from './picture.ts';
import { because } from './picture-problems.ts';
import { type ImageType, sniffImage } from './sniff.ts';

/** Stored bytes without a row, or why there are none. */
export type FetchedPicture = { picture: StoredBytes & { contentType: ImageType } } | { wrong: Reason };

/** Fetches a picture from any public address, encodes it anew, and stores its bytes. */
export async function fetchPicture(
  { files, sandboxOrigin }: Engine,
  accountId: number,
  address: string,
  size: { thumbnail: boolean },
): Promise<FetchedPicture> {
  const limits = { mostBytes: largestImage, timeoutMs: 15_000 };
  const file = await fetchPublicFile(address, { ...limits, sandboxOrigin, namedBy: String(accountId) });
  if ('wrong' in file) return { wrong: file.wrong === 'too_large' ? because({ code: 'picture.too_large' }) : file.wrong };
  const contentType = sniffImage(file.bytes);
  if (!contentType) return { wrong: because({ code: 'picture.no_image' }) };
  const decoded = await decodePicture(accountId, file.bytes, contentType, size);
  if ('wrong' in decoded) return { wrong: because({ code: `picture.${decoded.wrong}` }) };
  return { picture: { contentType, ...(await storeBytes(files, accountId, Readable.from([Buffer.from(decoded.bytes)]))) } };
}
