import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { ownProcess } from '../../../platform/processes/own-process.ts';
import { turns } from '../../../platform/turns.ts';
import { tooManyPixels, tooManyUploads, unreadablePicture } from './limits.ts';
import type { PictureIn, PictureOut } from './picture-process.ts';
import type { ImageType } from './sniff.ts';

// Decoding takes all of a core and hundreds of megabytes: never in a process that has requests to serve, and not twice for one account.
const decoder = ownProcess<PictureIn, PictureOut>({ file: 'app/shared/files/picture-process.ts', patienceMs: 20_000, memoryMb: 256 });
const decoding = turns({
  ...{ each: 1, all: 2, waiting: 10 },
  refusal: () => refuse(429, 'too_many_requests', tooManyUploads, { 'retry-after': '10' }),
});

/**
 * A picture as we store it: at most `longestSide` wide and high, or a thumbnail that does not move, turned as its camera meant it, and
 * without what was hidden in it, such as where it was taken. @throws Invalid for `file` when it is none, or has too many pixels; Refusal
 * 429 while too many others wait
 */
export async function preparePicture(accountId: number, bytes: Buffer, type: ImageType, size = { thumbnail: false }): Promise<Buffer> {
  const decoded = await decodePicture(accountId, bytes, type, size);
  if ('bytes' in decoded) return Buffer.from(decoded.bytes);
  throw invalid({ file: [decoded.wrong === 'unreadable' ? unreadablePicture : tooManyPixels] });
}

/** The same for one that nobody waits for: what is wrong with it is a value. @throws Refusal 429 */
export async function decodePicture(
  accountId: number,
  bytes: Buffer,
  type: ImageType,
  { thumbnail }: { thumbnail: boolean },
): Promise<PictureOut> {
  const end = await decoding.take(accountId);
  try {
    return await decoder.run({ bytes, type, thumbnail }).catch((): PictureOut => ({ wrong: 'unreadable' }));
  } finally {
    end();
  }
}
