import type { Route } from '../../+types/list-page.ts';

/** What the list page's loader gives. */
export type LoadedOrders = Route.ComponentProps['loaderData'];
export type ListedOrder = LoadedOrders['rows'][number];
