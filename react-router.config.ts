import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { thinManifest } from './bin/build/thin-manifest.ts';

export default {
  // Every page is small and known: one list with the first page spares a request before each first visit.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => thinManifest(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config;
