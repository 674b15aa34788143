import type { Route } from '../+types/detail-page.ts';

/** What the record page's loader gives. */
export type Product = Route.ComponentProps['loaderData']['product'];
