export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

/** The image type by the first bytes, whatever the file name; null for everything but bitmap images. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const begins = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  return imageTypes.find((type) => beginnings[type](begins)) ?? null;
}

const beginnings: Record<ImageType, (begins: string) => boolean> = {
  'image/png': (begins) => begins.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (begins) => begins.startsWith('\xff\xd8\xff'),
  'image/webp': (begins) => begins.startsWith('RIFF') && begins.endsWith('WEBP'),
  'image/gif': (begins) => begins.startsWith('GIF87a') || begins.startsWith('GIF89a'),
};
