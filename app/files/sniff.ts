export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof imageTypes)[number];

/** What these bytes are by how they begin, whatever their name says; null for all but pictures made of pixels. */
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
