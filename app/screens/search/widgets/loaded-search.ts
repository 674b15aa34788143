import type { Route } from '../+types/search-page.ts';

/** The data of the search page's loader. */
export type LoadedSearch = Route.ComponentProps['loaderData'];
