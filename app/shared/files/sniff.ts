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

/** How much of a file `sniffDocument` looks at, in bytes. */
export const sniffedBytes = 4_096;

/**
 * The type of a document by its first bytes: PDF, ZIP (which office files are), or text; null for everything else, such as
 * programs. The name decides only what kind of text it is called: nothing is ever displayed as anything but a download.
 */
export function sniffDocument(start: Uint8Array, name: string): string | null {
  const begins = Buffer.from(start.subarray(0, 5)).toString('latin1');
  if (begins === '%PDF-') return 'application/pdf';
  if (begins.startsWith('PK\x03\x04')) return 'application/zip';
  if (!isText(start)) return null;
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/** UTF-8 without control characters; the last character may be cut in two. */
function isText(start: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells a program from a text.
    return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) && !text.startsWith('#!');
  } catch {
    return false;
  }
}

/** Whether a stored file was found to be a picture when it came. */
export const sniffedAsPicture = (contentType: string): contentType is ImageType => (imageTypes as readonly string[]).includes(contentType);
