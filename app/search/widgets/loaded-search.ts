import type { Route } from '../+types/search-page.ts';

/** What the search page's loader gives. */
export type LoadedSearch = Route.ComponentProps['loaderData'];
