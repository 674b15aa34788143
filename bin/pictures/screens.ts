import type { Locator, Page } from 'playwright';
import type { Role } from '../../platform/signed-in.ts';

/** A screen or a dialog, and how one gets there in a demo that has run for a minute. */
export type Screen = {
  name: string;
  /** Who looks at it; null is nobody who is signed in. */
  as: Role | null;
  at: string;
  /** From there to what has no address of its own. */
  go?: (page: Page) => Promise<unknown>;
};

const main = (page: Page) => page.getByRole('main');
const button = (name: string | RegExp) => (page: Page) => press(main(page).getByRole('button', { name }).first());
const first = (address: RegExp) => async (page: Page) => {
  await press(page.locator('main a[data-open]').first());
  await page.waitForURL(address);
};
/** One after the other; each page that is opened on the way can be used by then. */
const steps =
  (...all: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) {
      await step(page);
      await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
    }
  };

async function press(control: Locator): Promise<void> {
  await control.and(control.page().locator(':not(:disabled, [aria-disabled="true"])')).click();
}

const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
/** A dialog that a button of the page opens. */
const opens = (name: string | RegExp) => steps(button(name), dialog);

const shop = '/settings/connectors/ship_station';
const needing = (issue: string) => `/orders?view=attention&issue=${issue}&perPage=25`;
const anOrder = first(/orders\/\d+/);
const of = (as: Role | null, screens: Record<string, [at: string, go?: Screen['go']]>): Screen[] =>
  Object.entries(screens).map(([name, [at, go]]) => ({ name, as, at, ...(go && { go }) }));

const orders = of('account_admin', {
  home: ['/'],
  orders: ['/orders'],
  'orders-that-need-attention': ['/orders?view=attention'],
  'orders-columns': ['/orders', opens('Columns')],
  'orders-filter': ['/orders', opens('Filter')],
  'orders-change': ['/orders?view=all', steps(tick, opens(/^Change/))],
  'orders-hold': ['/orders?view=all', steps(tick, opens('Hold'))],
  order: ['/orders?view=all', anOrder],
  'order-that-waits': [needing('unmapped_sku'), anOrder],
  'order-edited': [needing('unmapped_sku'), steps(anOrder, button('Edit Order'))],
  'order-hold': [needing('unmapped_sku'), steps(anOrder, opens('Hold'))],
  'order-cancel': [needing('unmapped_sku'), steps(anOrder, opens('Cancel order'))],
  'order-link-product': [needing('unmapped_sku'), steps(anOrder, opens('Link product'))],
  'order-payload': ['/orders?view=all', steps(anOrder, opens('Raw payload'))],
  'order-add-line': [needing('unmapped_sku'), steps(anOrder, button('Edit Order'), opens('Add line item'))],
  'search-results': ['/search/orders?q=london'],
  'skus-to-link': ['/skus-to-link'],
  'skus-to-link-together': ['/skus-to-link', steps(tick, opens('Link…'))],
});

const goods = of('account_admin', {
  'purchase-orders': ['/purchase-orders'],
  'purchase-order': ['/purchase-orders', first(/purchase-orders\/\d+/)],
  'purchase-order-edited': ['/purchase-orders', steps(first(/purchase-orders\/\d+/), button('Edit Order'))],
  'purchase-order-new': ['/purchase-orders', opens('New purchase order')],
  products: ['/products'],
  product: ['/products', first(/products\/\d+/)],
  'product-edited': ['/products', steps(first(/products\/\d+/), opens('Edit product'))],
  'products-import': ['/products', opens('Import')],
  'products-export': ['/products', opens('Export')],
  'raw-materials': ['/raw-materials'],
  'raw-material': ['/raw-materials', first(/raw-materials\/\d+/)],
  'raw-material-new': ['/raw-materials', opens(/^(New|Add) /)],
  'import-export': ['/import-export'],
  'import-export-of-products': ['/import-export?of=products'],
  'import-export-of-links': ['/import-export?of=links'],
  import: ['/import-export?of=raw_materials', (page) => press(page.getByRole('link', { name: 'supplier-november.csv' }))],
});

const connections = of('account_admin', {
  connections: ['/settings/connectors'],
  connect: ['/settings/connectors?connect=shopify', dialog],
  connection: [shop],
  'connection-products': [`${shop}/products`],
  'connection-products-add-link': [`${shop}/products?linked=no`, opens(/^Add Link/)],
  'shipping-options': [`${shop}/shipping-options`],
  locations: [`${shop}/locations`],
  presets: [`${shop}/presets`],
  'field-mappings': [`${shop}/field-mappings`],
  schedule: [`${shop}/schedule`],
  'connection-log': [`${shop}/logs`],
  'connection-exchange': [`${shop}/logs`, steps((page) => press(main(page).locator('tbody a').first()), dialog)],
  'connection-settings': [`${shop}/settings`],
  disconnect: [`${shop}/settings`, opens('Disconnect')],
  activity: ['/activity'],
  'activity-syncs': ['/activity?tab=syncs'],
});

const people = of('account_admin', {
  tickets: ['/support-tickets?status=all'],
  ticket: ['/support-tickets?status=all', first(/support-tickets\/\d+/)],
  'ticket-new': ['/support'],
  account: ['/settings/account'],
  profile: ['/settings/profile'],
  'profile-two-factor': ['/settings/profile', opens('Set up')],
  password: ['/settings/password'],
  views: ['/settings/views'],
  notifications: ['/settings/notifications'],
  audit: ['/settings/audit'],
  team: ['/settings/team'],
  'team-invite': ['/settings/team', opens('Invite people')],
  'team-member': ['/settings/team', opens('Edit Olive Reyes')],
  'team-two-factor': ['/settings/team', opens('Require it of everyone')],
  departments: ['/settings/team/departments'],
  'department-new': ['/settings/team/departments', opens(/^(New|Add) /)],
  'not-found': ['/nothing-here'],
  keyboard: ['/activity', steps((page) => page.keyboard.press('?'), dialog)],
  palette: ['/activity', steps((page) => page.keyboard.press('Control+k'), dialog)],
});

const portal = of('super', {
  accounts: ['/settings/super/accounts'],
  'account-of-all': ['/settings/super/accounts', first(/accounts\/\d+/)],
  'mappable-fields': ['/settings/super/mappable-fields'],
  'portal-messages': ['/settings/super/portal-messages'],
  queue: ['/support-tickets/queue'],
});

const signedOut = of(null, {
  'sign-in': ['/sign-in'],
  'forgot-password': ['/forgot-password'],
  'reset-password': ['/reset-password'],
  invitation: ['/invitation'],
  outbox: ['/outbox'],
});

/** Every screen and dialog of which pictures are taken. */
export const screens: readonly Screen[] = [...orders, ...goods, ...connections, ...people, ...portal, ...signedOut];

async function tick(page: Page): Promise<void> {
  await main(page).getByRole('checkbox').nth(1).check();
}
