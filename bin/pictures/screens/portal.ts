import { withNote } from '../fill-written.ts';
import { inTurn, seenBy } from '../screen.ts';
import { dialog, opens } from '../steps.ts';

const ofOne = { list: '/settings/super/accounts', opens: '/settings/super/accounts/:id' };

export const portal = seenBy('super', {
  accounts: ['/settings/super/accounts'],
  'account-of-all': [ofOne],
  'mappable-fields': ['/settings/super/mappable-fields'],
  'portal-messages': ['/settings/super/portal-messages'],
  queue: ['/support-tickets/queue'],
  'ticket-of-support': [{ list: '/support-tickets/queue', opens: '/support-tickets/:id' }],
  'ticket-note-deleted': [
    { list: '/support-tickets/queue', opens: '/support-tickets/:id' },
    inTurn(withNote, opens(/^Delete the note/)),
    'shared/support/notes/note.tsx',
  ],
  'account-switcher': [
    '/activity',
    inTurn(
      (page) =>
        page
          .getByRole('banner')
          .getByRole('button', { name: /Sam Porter/ })
          .click(),
      (page) => page.getByRole('menuitem', { name: /Act as/ }).click(),
      dialog,
    ),
    'screens/shell/header/account-switcher.tsx',
  ],
});

/** What a new seller starts with. */
export const empty = seenBy('acting', {
  'empty-home': ['/'],
  'empty-orders': ['/orders'],
  'empty-purchase-orders': ['/purchase-orders'],
  'empty-products': ['/products'],
  'empty-raw-materials': ['/raw-materials'],
  'empty-skus-to-link': ['/skus-to-link'],
  'empty-connections': ['/settings/connectors'],
  'empty-tickets': ['/support-tickets'],
  'empty-import-export': ['/import-export'],
  'empty-activity': ['/activity'],
  'empty-notifications': ['/settings/notifications'],
  'empty-api': ['/settings/api'],
  'empty-webhooks': ['/settings/webhooks'],
  'empty-audit': ['/settings/audit'],
  'empty-team': ['/settings/team'],
  'empty-views': ['/settings/views'],
});

export const signedOut = seenBy('nobody', {
  'sign-in': ['/sign-in'],
  'sign-in-refused': [
    '/sign-in',
    async (page) => {
      await page.getByLabel('E-mail').fill('nobody@demo.crossdock');
      await page.getByLabel('Password', { exact: true }).fill('a-wrong-password');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  ],
  'forgot-password': ['/forgot-password'],
  'reset-password': ['/reset-password'],
  invitation: ['/invitation'],
  unsubscribe: ['/unsubscribe'],
  'confirm-address': ['/confirm-address'],
  outbox: ['/outbox'],
});
