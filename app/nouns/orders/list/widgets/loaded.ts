import type { Route } from '../+types/list-page.ts';

/** What the list page's loader returns. */
export type LoadedOrders = Route.ComponentProps['loaderData'];
/** A row of the list; `gone` once its order was deleted. */
export type OrderInList = LoadedOrders['rows'][number] & { gone?: true };
