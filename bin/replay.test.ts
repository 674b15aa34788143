import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../sandbox/test/visit.ts';
import { buildShop } from '../test/build.ts';
import { testDatabase } from '../test/database.ts';
import { root } from './stop.mjs';

const own = testDatabase();

async function replay(folder: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['bin/replay.ts', ...args], { cwd: root, env: { ...process.env, CROSSDOCK_DATA: folder } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  // It may have ended before the last of its output is here.
  const [code] = await once(child, 'close');
  return { code, output };
}

test('it replays through the sandbox, and reads the database, of the demo that runs in CROSSDOCK_DATA', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-replay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const refused = await replay(folder);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(`No sandbox is running in ${folder}: run npm start first`)]);
  const { sandbox } = await visit();
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ origin: sandbox.origin }));
  await buildShop(own);
  await writeFile(join(folder, 'database.json'), JSON.stringify({ url: own.url }));
  const { code, output } = await replay(folder, '--rate', '60000', '--limit', '2', '--report', '--settle', '0');
  expect(sandbox.control.seller().orders.size).toBe(2);
  // Nobody fetched them into this database, and the report says so.
  expect([code, output]).toEqual([1, expect.stringContaining('2 invoices read, 2 new')]);
  expect(output).toContain('missing: 536365, 536366');
});
