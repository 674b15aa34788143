import type { Route } from '../+types/detail-page.ts';

/** An order with all that belongs to it, as its page's loader gives it. */
export type Order = Route.ComponentProps['loaderData']['order'];
