/**
 * The folders of the product from the bottom up: a file imports, types too, only from its own place and from those listed before
 * it. The longest name that fits a file decides. What two places need moves below both.
 */
export const order: readonly string[] = [
  'platform',
  'connectors',
  'app/theme',
  'app/ui',
  'app/base',
  'app/people/accounts',
  'app/people/team',
  'app/people',
  'app/shared/live',
  'app/shared/files',
  'app/shared/outbox',
  'app/shared/webhooks',
  'app/shared/issues',
  'app/shared/runs',
  'app/shared/comments',
  'app/shared/tags',
  'app/shared/support',
  'app/shared/connections',
  'app/shared/exports',
  'app/shared/imports',
  'app/shared/views',
  'app/shared/noun',
  'app/nouns/departments',
  'app/nouns/tags',
  'app/nouns/tickets',
  'app/nouns/catalogue',
  'app/nouns/stock-out',
  'app/nouns/order-flow',
  'app/nouns/purchase-flow',
  'app/nouns/warehouse',
  'app/nouns/remedies',
  'app/nouns/mappings',
  'app/nouns/links',
  'app/nouns/to-link',
  'app/nouns/products',
  'app/nouns/listing-files',
  'app/nouns/orders',
  'app/nouns/purchase-orders',
  'app/entities',
  'app/screens/search',
  'app/screens/import-export',
  'app/engine/comparisons',
  'app/engine',
  'app/engine/housekeeping',
  'app/screens/dashboard',
  'app/screens/all-accounts',
  'app/screens/demo',
  'app/screens/shell',
  'app/screens/v1',
  'app/screens/agents',
  // api.ts, jobs.ts, routes.ts, web.ts, worker.ts: they put the product together, a line a feature.
  'app',
];

/** The height of a file's place in the order; undefined for what has none: tests, tools, the sandbox. */
export function heightOf(path: string, places = order): number | undefined {
  const fitting = places.flatMap((name, height) => (path.startsWith(`${name}/`) ? [{ height, length: name.length }] : []));
  return fitting.sort((a, b) => b.length - a.length)[0]?.height;
}
