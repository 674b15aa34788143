import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './bin/build/compress.ts';
import { thinManifest } from './bin/build/thin-manifest.ts';

export default {
  // Every page is small and known: one list with the first page spares a request before each first visit.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    const pages = join(reactRouterConfig.buildDirectory, 'client');
    await thinManifest(join(pages, 'assets'));
    await compressAssets(pages);
  },
} satisfies Config;
