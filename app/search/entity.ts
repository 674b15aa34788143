/** What can be searched, as the address and the sentences name it. */
export const entityTypes = ['orders', 'products'] as const;
export type EntityType = (typeof entityTypes)[number];

/** Where a type's own list is, when it has one. */
export const listOf: Partial<Record<EntityType, string>> = { orders: '/orders' };

export const entityNamed = (name: string | undefined) => entityTypes.find((known) => known === name);

export const searchAddress = (type: EntityType, query: string) => `/search/${type}?${new URLSearchParams({ q: query })}`;
