/**
 * What the rules of statements are not held to yet, by folder: how many tables a statement names without saying whose rows it means, see
 * unbound.ts. These numbers only shrink: who binds a table lowers them.
 */
export const unboundIn: Readonly<Record<string, number>> = {
  'app/nouns/catalogue': 11,
  'app/nouns/links': 20,
  'app/nouns/mappings': 8,
  'app/nouns/order-flow': 135,
  'app/nouns/orders': 37,
  'app/nouns/products': 6,
  'app/nouns/purchase-flow': 105,
  'app/nouns/purchase-orders': 34,
  'app/nouns/remedies': 4,
  'app/nouns/stock-out': 28,
  'app/nouns/to-link': 1,
};

/** How many files write some statements with the builder and others by hand. A file does one or the other: this number only shrinks too. */
export const mixedAtMost = 14;

/** How many templates the parser cannot read, because what stands in their gaps is no value, table, query or condition. */
export const unreadAtMost = 12;

/** How many conditions on the account the nouns write without `inAccount`, in templates and with the builder. Elsewhere there are none. */
export const byHandInNouns = 656;
