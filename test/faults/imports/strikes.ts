import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '../product.ts';
import { endDatabase } from '../strikes.ts';

/** Strikes while a phase waits at a gate, which it opens. Resolves when the fault ends. */
export type ImportStrike = { name: string; strike: (product: Product, open: () => Promise<void>) => Promise<void> };

/** Of what was sent before, the database undoes what it had not been told to commit, once it is let go on. */
const kill = (name: string, end: (product: Product) => void): ImportStrike => ({
  name: `kill -9 of ${name}`,
  async strike(product, open) {
    end(product);
    await open();
  },
});

const fullMs = 4_000;

export const importStrikes = {
  web: kill('web', ({ web }) => web.signal('SIGKILL')),
  workers: kill('every worker', ({ workers }) => {
    for (const worker of workers) worker.signal('SIGKILL');
  }),
  database: kill('the database', (product) => endDatabase(product, 'SIGKILL')),
  disk: {
    name: 'a full disk',
    async strike({ disk }, open) {
      await disk?.fill();
      await open();
      await pause(fullMs);
      await disk?.empty();
    },
  },
} satisfies Record<string, ImportStrike>;
