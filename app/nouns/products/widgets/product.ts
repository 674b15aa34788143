import type { Route } from '../+types/detail-page.ts';

/** The data of the detail page's loader. */
export type Product = Route.ComponentProps['loaderData']['product'];
