import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** What is smaller fits into one packet anyway. */
const leastBytes = 1_400;
/** The highest, 11, takes twice as long for one part in sixty. */
const quality = 10;

/** Writes a file's compressed forms beside it, `.br` and `.gz`, of which the web process sends what a browser takes. */
export async function compressAssets(folder: string): Promise<void> {
  const names: string[] = [];
  for await (const name of glob('**/*.{js,css,json,svg}', { cwd: folder })) names.push(name);
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const text = await readFile(file);
      if (text.length < leastBytes) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      await Promise.all([writeFile(`${file}.br`, await brotli(text, { params })), writeFile(`${file}.gz`, await gzipped(text))]);
    }),
  );
}
