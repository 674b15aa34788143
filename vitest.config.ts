import { defineConfig } from 'vitest/config';

const away = ['node_modules/**', 'build/**', '.data/**'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: away,
          globalSetup: ['test/start-database.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['**/*.e2e.ts'],
          exclude: away,
          globalSetup: ['test/start-database.ts', 'test/build-pages.ts'],
          // One product and one browser on two cores: files in turn, so that none waits on another.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
