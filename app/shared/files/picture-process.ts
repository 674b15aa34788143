import sharp from 'sharp';
import { help } from '../../../platform/processes/own-process.ts';
import { longestSide, mostPixels, thumbnailSide } from './limits.ts';
import type { ImageType } from './sniff.ts';

export type PictureIn = { bytes: Buffer; type: ImageType; thumbnail: boolean };
export type PictureOut = { bytes: Uint8Array } | { wrong: 'unreadable' | 'too_many_pixels' };

sharp.concurrency(1);
sharp.cache(false);

/** Pictures of people are decoded here: in a process that has nothing else to do, and no secrets. */
help<PictureIn, PictureOut>(async ({ bytes, type, thumbnail }) => {
  try {
    const options = { animated: !thumbnail && (type === 'image/gif' || type === 'image/webp'), failOn: 'error' as const };
    // The header alone; every frame of an animation counts.
    const { width = 0, height = 0 } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return { wrong: 'too_many_pixels' };
    const side = thumbnail ? thumbnailSide : longestSide;
    const picture = await sharp(bytes, { ...options, limitInputPixels: mostPixels })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toFormat(formats[type])
      .toBuffer();
    return { bytes: picture };
  } catch {
    return { wrong: 'unreadable' };
  }
});

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
