import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, Stop } from '../stop.mjs';

const stamp = join(root, 'build/.stamp');
const sources = [
  '{app,connectors,platform,public}/**/*',
  'bin/build/**/*',
  'db/tables.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
  'tsconfig.json',
];
const besides = /\.(test|e2e)\.tsx?$|\.md$/;

/** Builds the pages unless the last build was made from exactly these sources. `tell` is called when a build starts. */
export async function buildWhatIsStale(tell: () => void): Promise<void> {
  const [now, built] = await Promise.all([fingerprint(), readFile(stamp, 'utf8').catch(() => '')]);
  if (now === built) return;
  tell();
  // A build that fails may leave half of one behind: it is not taken for that of the former sources, should they come back.
  await rm(stamp, { force: true });
  await build();
  await writeFile(stamp, now);
}

async function fingerprint(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !besides.test(entry.name)) files.push(join(entry.parentPath, entry.name));
  }
  const texts = await Promise.all(files.sort().map((file) => readFile(file)));
  const hash = createHash('sha256').update(process.version);
  for (const [index, text] of texts.entries()) hash.update(`\0${files[index]?.slice(root.length)}\0`).update(text);
  return hash.digest('hex');
}

async function build(): Promise<void> {
  const program = join(root, 'node_modules/@react-router/dev/bin.cjs');
  const child = spawn(process.execPath, [program, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Stop(`${output}\nThe pages could not be built: see above.`);
}
