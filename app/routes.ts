import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** Every page of the product. */
export default [
  route('shell', 'shell/refresh.ts'),
  route('orders/refresh', 'orders/list/refresh.ts'),
  route('orders/countries', 'orders/list/countries.ts'),
  route('orders/shipping-methods', 'orders/list/shipping-methods.ts'),
  layout('shell/layout.tsx', [
    index('dashboard/home-page.tsx'),
    route('orders', 'orders/list/list-page.tsx'),
    route('orders/:id', 'orders/detail/detail-page.tsx'),
    route('products', 'products/list-page.tsx'),
    route('products/:id', 'products/detail-page.tsx'),
    route('raw-materials', 'raw-materials/list-page.tsx'),
    route('raw-materials/:id', 'raw-materials/detail-page.tsx'),
    route('search/:entityType', 'search/search-page.tsx'),
    route('settings/connectors', 'connections/connections-page.tsx'),
    route('settings/connectors/:name', 'connections/connection-page.tsx'),
    route('settings/connectors/:name/logs', 'connections/logs-page.tsx'),
    route('settings/profile', 'accounts/profile/profile-page.tsx'),
    route('settings/password', 'accounts/password-page.tsx'),
    route('settings/views', 'views/list-page.tsx'),
    route('settings/team/departments', 'departments/list-page.tsx'),
    route('import-export', 'exports/import-export-page.tsx'),
    route('activity', 'runs/activity-page.tsx'),
    route('activity/:id', 'runs/detail-page.tsx'),
    route('*', 'shell/not-found-page.tsx'),
  ]),
  route('sign-in', 'accounts/sign-in-page.tsx'),
  route('forgot-password', 'accounts/forgot-password-page.tsx'),
  route('reset-password', 'accounts/reset-password-page.tsx'),
  route('outbox', 'accounts/outbox-page.tsx'),
] satisfies RouteConfig;
