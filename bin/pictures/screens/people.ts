import { inTurn, seenBy } from '../screen.ts';
import { button, dialog, failing, key, opens } from '../steps.ts';

const ticket = { list: '/support-tickets?status=all', opens: '/support-tickets/:id' };
const widgets = 'people/accounts/profile/widgets';

export const people = seenBy('account_admin', {
  tickets: ['/support-tickets?status=all'],
  ticket: [ticket],
  'ticket-closed': [{ ...ticket, list: '/support-tickets?status=closed' }],
  'ticket-replies': [
    ticket,
    inTurn(button(/Saved replies/), (page) => page.getByRole('menuitem').last().click(), dialog),
    'shared/support/replies/manage-replies.tsx',
  ],
  'ticket-new': ['/support'],
  account: ['/settings/account'],
  profile: ['/settings/profile'],
  'profile-two-factor': ['/settings/profile', opens('Set up'), `${widgets}/set-up-two-factor.tsx`, `${widgets}/password-dialog.tsx`],
  'profile-browsers': ['/settings/profile', opens('Sign out all others'), `${widgets}/browsers.tsx`],
  password: ['/settings/password'],
  views: ['/settings/views'],
  notifications: ['/settings/notifications'],
  'notification-recipients': ['/settings/notifications', opens(/^Change who/), 'people/notifications/widgets/edit-rule.tsx'],
  bell: [
    '/activity',
    inTurn(
      (page) =>
        page
          .getByRole('banner')
          .getByRole('button', { name: /notification/i })
          .click(),
      (page) => page.getByLabel('Notifications').last().waitFor(),
    ),
  ],
  audit: ['/settings/audit'],
  team: ['/settings/team'],
  'team-invite': ['/settings/team', opens('Invite people'), 'people/team/widgets/invite-people.tsx'],
  'team-member': ['/settings/team', opens('Edit Olive Reyes'), 'people/team/widgets/edit-member.tsx'],
  'team-member-removed': ['/settings/team', opens('Remove Olive Reyes'), 'people/team/widgets/members.tsx'],
  'team-two-factor': ['/settings/team', opens('Require it of everyone'), 'people/team/widgets/two-factor-rule.tsx'],
  api: ['/settings/api'],
  'api-key-new': ['/settings/api', opens('New key'), 'people/keys/widgets/create-key.tsx'],
  departments: ['/settings/team/departments'],
  'department-new': ['/settings/team/departments', opens(/^(New|Add) /), 'ui/form/open-form-dialog.tsx'],
  'department-deleted': ['/settings/team/departments', opens(/^Delete/), 'ui/list/columns/actions-column.tsx'],
  tags: ['/settings/tags'],
  'tag-new': ['/settings/tags', opens('New tag'), 'ui/form/open-form-dialog.tsx'],
  'tag-merged': ['/settings/tags', opens(/^Merge/), 'nouns/tags/widgets/merge-tag.tsx'],
  'tag-deleted': ['/settings/tags', opens(/^Delete/), 'nouns/tags/widgets/tags-list.tsx'],
  webhooks: ['/settings/webhooks'],
  'webhook-new': ['/settings/webhooks', opens('New webhook'), 'shared/webhooks/subscriptions/widgets/subscription-dialog.tsx'],
  'not-found': ['/nothing-here'],
  keyboard: ['/activity', inTurn(key('?'), dialog), 'screens/shell/keyboard/keyboard-list.tsx'],
  palette: ['/activity', inTurn(key('Control+k'), dialog)],
  'page-that-fails': [
    { at: '/activity', page: '/products' },
    inTurn(
      failing('**/products.data*'),
      (page) => page.getByRole('link', { name: 'Products' }).click(),
      (page) => page.getByRole('heading', { name: 'Crossdock cannot be reached' }).waitFor(),
    ),
  ],
});
