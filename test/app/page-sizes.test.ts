import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loader as departments } from '../../app/nouns/departments/list-page.tsx';
import { loader as listings } from '../../app/nouns/links/list-page.tsx';
import { loader as orders } from '../../app/nouns/orders/list/list-page.tsx';
import { loader as products } from '../../app/nouns/products/list-page.tsx';
import { loader as rawMaterials } from '../../app/nouns/products/raw-materials/list-page.tsx';
import { loader as purchaseOrders } from '../../app/nouns/purchase-orders/list/list-page.tsx';
import { loader as tags } from '../../app/nouns/tags/list-page.tsx';
import { loader as toLink } from '../../app/nouns/to-link/to-link-page.tsx';
import { loader as audit } from '../../app/people/audit/audit-page.tsx';
import { loader as acting } from '../../app/screens/all-accounts/account-page.tsx';
import { loader as accounts } from '../../app/screens/all-accounts/list-page.tsx';
import { loader as causes } from '../../app/screens/dashboard/causes/causes-page.tsx';
import type { Pages } from '../../app/screens/shell/pages.ts';
import { loader as activity } from '../../app/shared/runs/activity-page.tsx';
import { loader as tickets } from '../../app/shared/support/pages/list-page.tsx';
import { loader as queue } from '../../app/shared/support/pages/queue-page.tsx';
import { loader as views } from '../../app/shared/views/list-page.tsx';
import { loader as webhook } from '../../app/shared/webhooks/log/webhook-page.tsx';
import type { page } from '../../platform/http/page.ts';
import { webShop } from '../shop/web-shop.ts';
import { type Person, testWeb } from '../web.ts';

// A page of whatever list has as many rows as the account chose, until its address says another number.

type Loader = ReturnType<typeof page<'work', object>>;
/** Every list page by its file and address. */
const lists: Record<string, { loader: unknown; path: string }> = {
  'screens/all-accounts/account-page.tsx': { loader: acting, path: '/settings/super/accounts/1' },
  'screens/all-accounts/list-page.tsx': { loader: accounts, path: '/settings/super/accounts' },
  'screens/dashboard/causes/causes-page.tsx': { loader: causes, path: '/issues/stock_refused' },
  'people/audit/audit-page.tsx': { loader: audit, path: '/settings/audit' },
  'nouns/links/list-page.tsx': { loader: listings, path: '/settings/connectors/channel_advisor/products' },
  'nouns/departments/list-page.tsx': { loader: departments, path: '/settings/team/departments' },
  'nouns/orders/list/list-page.tsx': { loader: orders, path: '/orders' },
  'nouns/products/list-page.tsx': { loader: products, path: '/products' },
  'nouns/purchase-orders/list/list-page.tsx': { loader: purchaseOrders, path: '/purchase-orders' },
  'nouns/products/raw-materials/list-page.tsx': { loader: rawMaterials, path: '/raw-materials' },
  'shared/runs/activity-page.tsx': { loader: activity, path: '/activity' },
  'shared/support/pages/list-page.tsx': { loader: tickets, path: '/support-tickets' },
  'shared/support/pages/queue-page.tsx': { loader: queue, path: '/support-tickets/queue' },
  'nouns/tags/list-page.tsx': { loader: tags, path: '/settings/tags' },
  'nouns/to-link/to-link-page.tsx': { loader: toLink, path: '/skus-to-link' },
  'shared/views/list-page.tsx': { loader: views, path: '/settings/views' },
  'shared/webhooks/log/webhook-page.tsx': { loader: webhook, path: '/settings/webhooks/1' },
};
/** Where a list has all of its rows on one page, or is another's part. */
const others = [
  'people/portal-messages/list-page.tsx',
  'shared/webhooks/subscriptions/list-page.tsx',
  'nouns/catalogue/list/items-list.tsx',
  'shared/noun/noun-page.tsx',
  'ui/list/list-page.tsx',
];

const pages: Pages = async (request, context) => {
  const url = new URL(request.url);
  const found = Object.values(lists).find(({ path }) => path === url.pathname);
  const args = {
    request,
    url,
    params: { name: 'channel_advisor', type: 'stock_refused', id: String(shop.admin.accountId) },
    context,
    pattern: url.pathname,
  };
  return Response.json(found && (await (found.loader as Loader)(args as never)));
};

/** Not the usual one. */
const size = 25;

const own = testWeb({ pages });
const shop = webShop(own);
let sam: Person;
beforeAll(async () => {
  const { accountId, userId } = shop.admin;
  sam = await own.person(accountId, 'super');
  await own.sql('update accounts set page_size = $2 where id = $1', [accountId, size]);
  await own.sql(
    `insert into audit_entries (account_id, user_id, acting_as, verb, noun, record_id, record_name, changes)
     select $1, $2, true, 'created', 'department', n, 'Many', '{}' from generate_series(1, 110) as n`,
    [accountId, userId],
  );
  await own.sql(
    `insert into runs (account_id, requested_by, kind, subject, action, state, done, finished_at)
     select $1, $2, 'bulk', '{"code": "records", "noun": "orders"}', 'hold', 'done', n, now() from generate_series(1, 110) as n`,
    [accountId, userId],
  );
  await own.sql(
    `insert into event_subscriptions (account_id, id, name, url, types, secret) overriding system value
     values ($1, $1, 'Ledger', 'https://ledger.example', '{order.shipped}', '')`,
    [accountId],
  );
  await own.sql(
    `with event as (insert into events (account_id, type, record_id) select $1, 'order.shipped', n from generate_series(1, 110) as n returning id)
     insert into event_deliveries (account_id, subscription_id, event_id) select $1, $1, id from event`,
    [accountId],
  );
});

/** What a list's page says of its size, or how many rows it has where it is not counted. */
const sizes = (data: object): number[] =>
  Object.entries(data).flatMap(([key, value]) => {
    if (key === 'perPage' || key === 'per_page') return [value];
    if (key === 'entries' || key === 'runs' || key === 'deliveries') return [value.length];
    return value && typeof value === 'object' && !Array.isArray(value) ? sizes(value) : [];
  });

test.each(Object.entries(lists))('%s has the account’s rows on a page', async (_file, { path }) => {
  const found = sizes((await own.as(sam, { url: path, headers: { accept: 'text/html' } })).json());
  expect([...new Set(found)]).toEqual([size]);
});

test('no list page is left out here', async () => {
  const app = join(import.meta.dirname, '../../app');
  const files = (await readdir(app, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const texts = await Promise.all(files.map((file) => readFile(`${app}/${file}`, 'utf8')));
  const found = files.filter((file, at) => !file.endsWith('.test.tsx') && /<(ListPage|ItemsList|NounPage)\b/.test(texts[at] ?? ''));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter((file) => !Object.hasOwn(lists, file) && !others.includes(file))).toEqual([]);
});
