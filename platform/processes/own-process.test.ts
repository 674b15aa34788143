import { expect, test } from 'vitest';
import { ownProcess } from './own-process.ts';

test('work has its time from when its process has loaded; what takes longer is ended, and the next done by another', async () => {
  const { run } = ownProcess<object, number>({ file: 'test/app/slow-process.ts', memoryMb: 64, patienceMs: 1_000 });
  // Where there is much to do, a process may not get to its work in time.
  const double = (of: number) => run({ work: 'double', of }).catch(() => null);
  await expect.poll(() => double(2)).toBe(4);
  await expect(run({ work: 'loop', of: 2 })).rejects.toThrow('The process ended.');
  await expect.poll(() => double(3)).toBe(6);
});
