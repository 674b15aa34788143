import type { Route } from '../+types/detail-page.ts';

/** An order as its page's loader returns it. */
export type Order = Route.ComponentProps['loaderData']['order'];
