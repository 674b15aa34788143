import { expect, onTestFinished, test, vi } from 'vitest';
import type { Offered, Works } from '../../test/app/working-process.ts';
import { sharedProcess } from './shared-process.ts';

const twice = async (n: number) => 2 * n;
const processOf = (patienceMs: number) =>
  sharedProcess<Works>({ file: 'test/app/working-process.ts', memoryMb: 64, patienceMs }, { twice } satisfies Offered);

test('work goes on beside other work, and asks the process that started it', async () => {
  const { call } = processOf(60_000);
  const order: string[] = [];
  const waiting = call('wait').then(() => order.push('waited'));
  expect(await call('sum', [1, 2, 3])).toBe(12);
  order.push('summed');
  await call('go');
  await waiting;
  expect(order).toEqual(['summed', 'waited']);
  await expect(call('fail')).rejects.toThrow('It is broken.');
});

test('what never ends is given up, its process ended, and the next work done by another', async () => {
  const { call } = processOf(1_500);
  await expect.poll(() => call('sum', [1]).catch(() => null)).toBe(2);
  await expect(call('loop')).rejects.toThrow('It took too long.');
  await expect.poll(() => call('sum', [4]).catch(() => null)).toBe(8);
});

test('a process that takes long to load is waited for: the time of work begins once it is there', async () => {
  const late = sharedProcess<Pick<Works, 'go'>>({ file: 'test/app/late-process.ts', memoryMb: 64, patienceMs: 3_000 }, {});
  expect(await late.call('go')).toBeNull();
});

test('what takes all memory ends its own process, and nobody else', async () => {
  const { call } = processOf(60_000);
  await expect(call('fill')).rejects.toThrow('The process ended.');
  expect(await call('sum', [5])).toBe(10);
});

test('it has no secrets in its environment', async () => {
  vi.stubEnv('SECRET_OF_THIS_TEST', 'secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await processOf(60_000).call('environment')).not.toContain('SECRET_OF_THIS_TEST');
});
