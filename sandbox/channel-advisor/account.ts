import type { Clock } from '../clock.ts';
import { type Counters, newCounters } from '../counters.ts';
import type { Deliver } from '../deliver.ts';
import type { Caller } from '../front-door.ts';
import type { Journal } from '../journal.ts';
import { type Kept, openCollection } from '../kit/collection.ts';
import { createLimit, createRunning, type Running } from '../limit.ts';
import { createGrant, type Grant } from './grant.ts';
import type { AdvisorOrder } from './order.ts';
import { createOrders, type Orders } from './orders.ts';
import { createProducts, type Product, type Products } from './products.ts';
import { unitsUnshipped } from './shipping.ts';
import { type Hook, type Hooks, telling } from './webhooks.ts';

const mostAtOnce = 5;

export type Profile = { ID: number; AccountName: string; CurrencyCode: string };

/** A developer's application and the seller who granted it access, to one or several profiles. */
export type AdvisorApplication = { applicationId: string; sharedSecret: string; refreshToken: string; profiles: Profile[] };

/** What an application sees and changes. Its flags of exported orders are its own, whoever uses its key. */
export type AdvisorAccount = Caller &
  AdvisorApplication & {
    counters: Counters;
    grant: Grant;
    orders: Orders;
    products: Products;
    hooks: Hooks;
    /** Requests that are being replied to. */
    running: Running;
  };

export function createAdvisorAccount(
  application: AdvisorApplication,
  { journal, clock, deliver, limitOf }: { journal: Journal; clock: Clock; deliver: Deliver; limitOf: () => number | null },
): AdvisorAccount {
  const name = (table: string) => `channel_advisor/${application.applicationId}/${table}`;
  const profileId = application.profiles[0]?.ID ?? 0;
  const orderRows = journal.table<AdvisorOrder>(name('orders'));
  const products = createProducts(journal.table<Product>(name('products')), profileId, clock, (sku) =>
    unitsUnshipped(orderRows.rows.values(), sku),
  );
  const hooks = openCollection(journal.table<Kept<Hook>>(name('hooks')), clock, 9001);
  return {
    ...application,
    counters: newCounters(),
    standing: createLimit(clock, limitOf),
    grant: createGrant(journal.table(name('tokens')), application.refreshToken, clock),
    orders: createOrders(orderRows, { profileId, clock, productOf: products.idOf, tell: telling(hooks, deliver) }),
    ...{ products, hooks },
    running: createRunning(() => mostAtOnce),
  };
}
