import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../stop.mjs';

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32')(
  'who ends the tests ends the processes that they started, also those that do not listen',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-steps-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const stubborn = `process.on('SIGTERM', () => undefined); console.log(process.pid); setInterval(() => undefined, 1_000);`;
    await writeFile(join(folder, 'grandchild.mjs'), stubborn);
    await writeFile(
      join(folder, 'child.mjs'),
      `import { spawn } from 'node:child_process';
    console.log(process.pid);
    spawn(process.execPath, [${JSON.stringify(join(folder, 'grandchild.mjs'))}], { stdio: 'inherit' });`,
    );
    const program = relative(join(root, 'node_modules'), join(folder, 'child.mjs'));
    await writeFile(
      join(folder, 'main.ts'),
      `import { endTogether, run } from ${JSON.stringify(join(root, 'bin/test/steps.ts'))};
    endTogether();
    await run(${JSON.stringify(program)}, []);`,
    );
    const main = spawn(process.execPath, [join(folder, 'main.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    main.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const pids = () => output.split('\n').filter(Boolean).map(Number);
    await expect.poll(pids).toHaveLength(2);
    const ended = once(main, 'exit');
    main.kill('SIGTERM');
    expect((await ended)[0]).toBe(1);
    await expect.poll(() => pids().map(isAlive)).toEqual([false, false]);
  },
);
