import type { Route } from '../+types/record-page.ts';

/** What the record page's loader gives. */
export type Product = Route.ComponentProps['loaderData']['product'];
