import type { Config } from '@react-router/dev/config';

export default {
  // Every page is small and known: one list with the first page spares a request before each first visit.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
