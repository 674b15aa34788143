import { promisify } from 'node:util';
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib';

const unpack = promisify(zstdDecompress);

/** Texts without line breaks, such as JSON, packed together. Synchronous: handing them to another thread costs more than packing them. */
export const packLines = (lines: string[]): Buffer =>
  zstdCompressSync(lines.join('\n'), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/** The texts that were packed together. */
export async function linesOf(packed: Buffer): Promise<string[]> {
  const text = packed.readUInt32LE(0) === zstdMagic ? await unpack(packed) : packed;
  return text.toString('utf8').split('\n');
}

/** What a Zstandard frame begins with (RFC 8878, 3.1.1). */
const zstdMagic = 0xfd2fb528;
