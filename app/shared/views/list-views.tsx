import { nouns } from '../../base/nouns.ts';
import type { List } from '../../ui/list/declaration.ts';
import { ColumnsButton } from './columns-button.tsx';
import type { OpenedList } from './open-list.ts';
import { SavedViews } from './saved-views.tsx';

/** What a `ListPage` is given so that it has saved views and columns to choose. */
export function listViews<Row>(list: List<Row>, { entity, views, viewForms, viewQuery, columns, usualColumns }: OpenedList) {
  const opening = { query: viewQuery, columns: [...(columns ?? usualColumns)] };
  return {
    columns: columns ?? undefined,
    tools: <ColumnsButton entity={entity} columns={list.columns} shown={opening.columns} />,
    views: <SavedViews entity={entity} title={nouns[entity].title} views={views} forms={viewForms} shown={opening} />,
  };
}
