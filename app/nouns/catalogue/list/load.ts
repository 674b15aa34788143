import { anybody, readAddress } from '../../../../platform/list/query.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { openList } from '../../../shared/views/open-list.ts';
import { listCategories } from '../categories/queries.ts';
import { itemColumns, usualColumns } from '../columns.ts';
import { itemList } from '../contract.ts';
import { itemForm } from '../items/item-form.ts';
import type { Kind } from '../kinds.ts';
import { listItems } from '../queries.ts';

const usual = readAddress(itemList, new URLSearchParams(), anybody);

/** What the list page of a kind shows. Leads to the view that it opens with, where its address is empty. */
export async function loadItems(kind: Kind, { tenant, session, search }: { tenant: Tenant; session: SignedIn; search: URLSearchParams }) {
  const query = readAddress(itemList, search, session);
  const columns = { all: itemColumns, usual: usualColumns };
  const [views, categories] = await Promise.all([
    openList({ tenant, session, search }, { entity: kind, query, usual, columns }),
    listCategories(tenant, kind),
  ]);
  return {
    query,
    page: await listItems(tenant, kind, query),
    categories,
    form: itemForm(categories, { withSku: true }),
    views,
  };
}
export type LoadedItems = Awaited<ReturnType<typeof loadItems>>;
