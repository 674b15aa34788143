import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

/**
 * Files share what a worker has loaded: to load it anew costs as much as the tests themselves. So a module must hold nothing that
 * another file's tests could see; a database belongs to the file that asks for it, and what browser tests share is reset for each.
 */
// Threads: the last message of a process that ran tests is lost now and then, and Vitest waits for it without end.
const shared = { isolate: false, pool: 'threads' } as const;
/** Limits for what hangs. A slow machine is no failure: what takes longer than ten seconds on a quick one says its own. */
const patient = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 45_000 } } };
const browsing = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 90_000 } } };
/** Processes that tests start, dozens a run, load in half the time what one of them has compiled. */
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') };
const away = ['node_modules/**', 'build/**', '.data/**'];

export default defineConfig({
  test: {
    // Half of a file's time is waiting: for pages that are drawn, for what is asked a moment later, for workers that are found dead.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: away,
          globalSetup: ['test/start-database.ts'],
          setupFiles: ['test/steady-seed.ts'],
          ...shared,
          env,
          ...patient,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['**/*.e2e.ts'],
          exclude: away,
          globalSetup: ['test/start-database.ts', 'test/build-pages.ts'],
          ...shared,
          env,
          ...browsing,
        },
      },
    ],
  },
});
