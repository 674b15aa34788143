/**
 * What the rules of statements are not held to yet, by folder: how many tables a statement names without saying whose rows it means, see
 * unbound.ts. These numbers only shrink: who binds a table lowers them.
 */
export const unboundIn: Readonly<Record<string, number>> = {
  'app/base': 3,
  'app/engine/comparisons': 16,
  'app/engine/housekeeping': 1,
  'app/engine': 16,
  'app/nouns/catalogue': 11,
  'app/nouns/links': 20,
  'app/nouns/mappings': 8,
  'app/nouns/order-flow': 112,
  'app/nouns/orders': 38,
  'app/nouns/products': 6,
  'app/nouns/purchase-flow': 76,
  'app/nouns/purchase-orders': 30,
  'app/nouns/remedies': 4,
  'app/nouns/stock-out': 25,
  'app/nouns/to-link': 1,
  'app/people/departments': 1,
  'app/screens/dashboard': 1,
  'app/screens/demo': 6,
  'app/screens/import-export': 3,
  'app/screens/search': 1,
  'app/shared/comments': 2,
  'app/shared/connections': 17,
  'app/shared/exports': 3,
  'app/shared/files': 1,
  'app/shared/issues': 18,
  'app/shared/runs': 9,
  'app/shared/support': 18,
  'app/shared/views': 1,
  platform: 1,
};

/** How many files write some statements with the builder and others by hand. A file does one or the other: this number only shrinks too. */
export const mixedAtMost = 28;

/** How many templates the parser cannot read, because what stands in their gaps is no value, table, query or condition. */
export const unreadAtMost = 127;
