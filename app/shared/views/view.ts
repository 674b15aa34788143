import { nouns } from '../../base/nouns.ts';
import { isSame, writeColumns } from '../../ui/list/columns/columns.ts';
import type { View } from './contract.ts';

/** A view's query: filters and sort by their names, without a page. */
export type ViewQuery = View['query'];

/** The address, from `?`, of a view: it shows the same to everyone, whether or not they have the view. `saved` names it. */
export function viewAddress({ id, query, columns }: Pick<View, 'id' | 'query' | 'columns'>): string {
  const entries = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return `?${new URLSearchParams([...entries, ['columns', writeColumns(columns)], ['saved', String(id)]])}`;
}

/** The query of an address as the list reads it, without default values; `usual` is its reading of an empty address. */
export function viewQueryOf(read: object, usual: object): ViewQuery {
  const plain = Object.entries(usual);
  const isSet = ([key, value]: [string, unknown]) =>
    key !== 'page' && value !== undefined && !plain.some(([name, same]) => name === key && same === value);
  return Object.fromEntries(Object.entries(read).filter(isSet));
}

/** Whether a view differs from what is shown. */
export function differs(
  { query, columns }: Pick<View, 'query' | 'columns'>,
  shown: { query: object; columns: readonly string[] },
): boolean {
  const sorted = (filters: object) => JSON.stringify(Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(query) !== sorted(shown.query) || !isSame(columns, shown.columns);
}

/** The view that an address names, if this person has it. */
export const viewNamed = (params: URLSearchParams, views: readonly View[]): View | undefined =>
  views.find(({ id }) => String(id) === params.get('saved'));

/** The address with which a list opens when its own is empty, or null for everything. */
export function openingAddress(params: URLSearchParams, views: readonly View[]): string | null {
  const opens = params.size === 0 && views.find((view) => view.opens);
  return opens ? viewAddress(opens) : null;
}

/** What is lost with a view, for whoever is about to delete it. */
export const deletionText = ({ shared, entity }: Pick<View, 'shared' | 'entity'>): string =>
  shared ? `It goes for everyone who uses it. The ${nouns[entity].many} stay as they are.` : 'Nothing but the view goes.';
