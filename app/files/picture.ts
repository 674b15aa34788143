import sharp from 'sharp';
import { invalid } from '../../platform/http/refusal.ts';
import type { ImageType } from './sniff.ts';

/** The longer side of a stored picture, in pixels. */
export const longestSide = 2_000;
/** Above this a small file is made to fill the memory. */
const mostPixels = 60_000_000;
const unreadable = 'This picture cannot be read. Open it in an image program, save it anew, and upload that.';

// Two pictures at once would hold up every other request of this process.
sharp.concurrency(1);
sharp.cache(false);

/**
 * A picture as we store it: at most `longestSide` wide and high, turned as its camera meant it, and without what was hidden in
 * it, such as where it was taken. @throws Invalid for `file` when it is none, or too large to unpack
 */
export async function preparePicture(bytes: Buffer, type: ImageType): Promise<Buffer> {
  try {
    const picture = sharp(bytes, {
      animated: type === 'image/gif' || type === 'image/webp',
      limitInputPixels: mostPixels,
      failOn: 'error',
    });
    return await picture
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(formats[type])
      .toBuffer();
  } catch {
    throw invalid({ file: [unreadable] });
  }
}

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
