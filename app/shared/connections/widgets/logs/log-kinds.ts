/** The kinds of record that a log is filtered by, by the entity ids of the API. */
export const logKinds = [
  { id: 0, label: 'All' },
  { id: 3, label: 'Orders' },
  { id: 4, label: 'Purchase orders' },
  { id: 2, label: 'Products' },
  { id: 1, label: 'Raw materials' },
  { id: 5, label: 'Shipments' },
  { id: 6, label: 'Stock' },
] as const;

/** The kind in the address; all when it is unknown. */
export const entityIn = (params: URLSearchParams): number => logKinds.find(({ id }) => String(id) === params.get('entity'))?.id ?? 0;
