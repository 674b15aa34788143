import { anybody, readAddress } from '../../../../platform/list/query.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { namesOfFilter } from '../../../shared/tags/filter.ts';
import { openList } from '../../../shared/views/open-list.ts';
import { listCategories } from '../categories/queries.ts';
import { itemColumns, outlookColumnKeys, usualColumns } from '../columns.ts';
import { itemList } from '../contract.ts';
import { itemForm } from '../items/item-form.ts';
import type { Kind } from '../kinds.ts';
import { listItems } from '../queries.ts';
import { readOutlooks } from './outlook.ts';
import type { ShownItem } from './outlook-columns.tsx';

const usual = readAddress(itemList, new URLSearchParams(), anybody);

/** What the list page of a kind shows. Leads to the view that it opens with, where its address is empty. */
export async function loadItems(kind: Kind, { tenant, session, search }: { tenant: Tenant; session: SignedIn; search: URLSearchParams }) {
  const query = readAddress(itemList, search, session);
  const columns = { all: itemColumns, usual: usualColumns };
  const [views, categories, tagNames] = await Promise.all([
    openList({ tenant, session, search }, { entity: kind, query, usual, columns }),
    listCategories(tenant, kind),
    namesOfFilter(tenant, query.tag),
  ]);
  const page = await listItems(tenant, kind, query);
  const needsOutlook = (views.columns ?? usualColumns).some((key) => outlookColumnKeys.includes(key));
  const outlooks = needsOutlook
    ? await readOutlooks(
        tenant,
        kind,
        page.data.map(({ id }) => id),
      )
    : null;
  return {
    query,
    page: outlooks ? { ...page, data: page.data.map((item): ShownItem => ({ ...item, outlook: outlooks.get(item.id) })) } : page,
    categories,
    tagNames,
    form: itemForm(categories, { withSku: true }),
    views,
  };
}
export type LoadedItems = Awaited<ReturnType<typeof loadItems>>;
