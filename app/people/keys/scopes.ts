/** What a key can be allowed, by what it is about. A call of `/v1` names the one that it takes. Browser-safe. */
export const scopeGroups = [
  {
    label: 'Orders',
    scopes: {
      read_orders: 'Read orders with lines and parcels',
      write_orders: 'Hold, lock, tag, edit and cancel orders',
      release_orders: 'Release orders: goods leave, and nobody looks first',
    },
  },
  { label: 'Buyers', scopes: { read_buyers: 'See who bought: names, addresses, notes, and files of orders' } },
  {
    label: 'A shop of your own',
    scopes: {
      read_shop: 'Read its orders, the parcels to acknowledge and what it may sell',
      write_shop: 'Sell: its orders go by themselves, as those of any channel',
    },
  },
  { label: 'Issues', scopes: { read_issues: 'Read what waits for a person', write_issues: 'Decide about what waits for a person' } },
  { label: 'Products', scopes: { read_products: 'Read products', write_products: 'Change products' } },
  { label: 'Stock', scopes: { read_stock: 'Read what is on hand and available' } },
  {
    label: 'Purchase orders',
    scopes: {
      read_purchase_orders: 'Read purchase orders and what was received',
      write_purchase_orders: 'Hold, lock, cancel, close and archive purchase orders',
    },
  },
  {
    label: 'Links',
    scopes: { read_links: 'Read what channels sell and what it is linked to', write_links: 'Link what channels sell, and take links away' },
  },
  { label: 'Mappings', scopes: { read_mappings: 'Read mappings and presets', write_mappings: 'Change mappings and presets' } },
  { label: 'Connections', scopes: { read_connections: 'Read the state of connections' } },
  { label: 'Imports', scopes: { read_imports: 'Read which files were imported' } },
  { label: 'Exports', scopes: { read_exports: 'Read exports and download their files' } },
  { label: 'Runs', scopes: { read_runs: 'Read runs, those at work and past ones' } },
  { label: 'Tickets', scopes: { read_tickets: 'Read support tickets with their messages' } },
  { label: 'Events', scopes: { read_events: 'Follow what happens to what it may read' } },
] as const satisfies readonly { label: string; scopes: Record<string, string> }[];

type Scopes<Group> = Group extends { scopes: infer Own } ? keyof Own : never;
export type Scope = Scopes<(typeof scopeGroups)[number]>;

export const scopes = scopeGroups.flatMap((group) => Object.keys(group.scopes)) as [Scope, ...Scope[]];

const texts: Record<string, string> = Object.assign({}, ...scopeGroups.map((group) => group.scopes));

/** A scope in words. */
export const wordScope = (scope: string): string => texts[scope] ?? scope;

/** Whether these scopes allow what takes that one: who may write something may read it. Releasing orders is no part of writing them. */
export const allows = (own: readonly string[], scope: string): boolean =>
  own.includes(scope) || (scope.startsWith('read_') && own.includes(scope.replace('read_', 'write_')));

/** Of these scopes those that another of them implies. */
export const implied = (own: readonly string[]): string[] =>
  scopes.filter((scope) => scope.startsWith('read_') && own.includes(scope.replace('read_', 'write_')));

/** Whether a key with these scopes has to say for which shop it sells. */
export const needsShop = (own: readonly string[]): boolean => own.some((scope) => scope === 'read_shop' || scope === 'write_shop');
