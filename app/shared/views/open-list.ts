import { redirect } from 'react-router';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type NounName, nouns } from '../../base/nouns.ts';
import { isSame, knownColumns, readColumns } from '../../ui/list/columns/columns.ts';
import { viewForms } from './forms.ts';
import { readOpening } from './queries.ts';
import { openingAddress, viewQueryOf } from './view.ts';

type Opened = { session: SignedIn; tenant: Tenant; search: URLSearchParams };
type ViewedList = {
  entity: NounName;
  /** What the address asks for, and what an empty one does. */
  query: object;
  usual: object;
  /** The columns that can be chosen, and those that are shown otherwise. */
  columns: { all: readonly string[]; usual: readonly string[] };
};

/** What the page of a list with saved views loads for them. Leads to the view that the list opens with, where its address is empty. */
export async function openList({ session, tenant, search }: Opened, { entity, query, usual, columns }: ViewedList) {
  const { views, columns: last } = await readOpening(tenant, session, entity);
  const opening = openingAddress(search, views);
  if (opening) throw redirect(nouns[entity].path + opening);
  const chosen = readColumns(search, columns.all) ?? (last && knownColumns(last, columns.all));
  return {
    ...{ entity, views, viewForms: viewForms[entity], usualColumns: columns.usual },
    columns: chosen && !isSame(chosen, columns.usual) ? chosen : null,
    viewQuery: viewQueryOf(query, { ...usual, perPage: session.pageSize }),
  };
}
export type OpenedList = Awaited<ReturnType<typeof openList>>;
