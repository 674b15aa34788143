import { setTimeout as pause } from 'node:timers/promises';
import type { Calls } from '../../platform/processes/calls.ts';
import { offer } from '../../platform/processes/shared-process.ts';

export type Offered = { twice: (n: number) => Promise<number> };
export type Works = {
  sum: (numbers: number[]) => Promise<number>;
  wait: () => Promise<null>;
  go: () => Promise<null>;
  fail: () => Promise<null>;
  loop: () => Promise<null>;
  fill: () => Promise<null>;
  environment: () => Promise<string[]>;
};

const going = Promise.withResolvers<null>();
const caller: Calls<Offered> = offer({
  async sum(numbers: number[]) {
    const doubled = await Promise.all(numbers.map((n) => caller.call('twice', n)));
    return doubled.reduce((sum, n) => sum + n, 0);
  },
  wait: () => going.promise,
  async go() {
    going.resolve(null);
    return null;
  },
  async fail() {
    throw new Error('It is broken.');
  },
  async loop() {
    for (;;) if (Number.isNaN(Date.now())) return null;
  },
  async fill() {
    const kept: string[][] = [];
    for (;;) {
      kept.push(Array.from({ length: 100_000 }, (_, n) => `${n}`));
      await pause(0);
    }
  },
  environment: async () => Object.keys(process.env),
} satisfies Works);
