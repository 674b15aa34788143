import { redirect } from 'react-router';
import { anybody, readAddress } from '../../../../platform/list/query.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { viewForms } from '../../../shared/views/forms.ts';
import { readOpening } from '../../../shared/views/queries.ts';
import { openingAddress, viewQueryOf } from '../../../shared/views/view.ts';
import { isSame, knownColumns, readColumns } from '../../../ui/list/columns/columns.ts';
import { listCategories } from '../categories/queries.ts';
import { itemColumns, usualColumns } from '../columns.ts';
import { itemList } from '../contract.ts';
import { itemForm } from '../items/item-form.ts';
import { type Kind, kinds } from '../kinds.ts';
import { listItems } from '../queries.ts';

const usual = readAddress(itemList, new URLSearchParams(), anybody);

/** What the list page of a kind shows. Leads to the view that it opens with, where its address is empty. */
export async function loadItems(kind: Kind, { tenant, session, search }: { tenant: Tenant; session: SignedIn; search: URLSearchParams }) {
  const [{ views, columns: last }, categories] = await Promise.all([readOpening(tenant, session, kind), listCategories(tenant, kind)]);
  const opening = openingAddress(search, views);
  if (opening) throw redirect(kinds[kind].path + opening);
  const query = readAddress(itemList, search, session);
  const chosen = readColumns(search, itemColumns) ?? (last && knownColumns(last, itemColumns));
  return {
    query,
    page: await listItems(tenant, kind, query),
    categories,
    form: itemForm(categories, { withSku: true }),
    columns: chosen && !isSame(chosen, usualColumns) ? chosen : null,
    views,
    viewForms: viewForms[kind],
    viewQuery: viewQueryOf(query, { ...usual, perPage: session.pageSize }),
  };
}
export type LoadedItems = Awaited<ReturnType<typeof loadItems>>;
