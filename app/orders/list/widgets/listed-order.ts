import type { Route } from '../+types/list-page.ts';

/** What the list page's loader gives. */
export type LoadedOrders = Route.ComponentProps['loaderData'];
/** A row of it; `gone` once its order was deleted. */
export type ListedOrder = LoadedOrders['rows'][number] & { gone?: true };
