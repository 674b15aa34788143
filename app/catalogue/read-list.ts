import type { Tenant } from '../../platform/tenant.ts';
import { readListAddress } from '../ui/list/list-address.ts';
import type { Kind } from './kinds.ts';
import { listItems } from './queries.ts';

/** The data of a catalogue list page for its address. */
export async function readList(tenant: Tenant, kind: Kind, params: URLSearchParams) {
  const address = readListAddress(params, { sorts: ['sku'], direction: 'ASC' });
  const search = address.search.replaceAll('\0', '');
  const { data, total, exact, looked_at } = await listItems(tenant, kind, { ...address, search });
  return { kind, address, items: data, total: exact ? total : { atLeast: total }, looked_at };
}
export type LoadedItems = Awaited<ReturnType<typeof readList>>;
