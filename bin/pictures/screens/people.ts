import { demoPassword } from '../../../app/people/accounts/people/demo-people.ts';
import { withKeys, withWebhooks } from '../fill.ts';
import { askedByAgent, withAgent } from '../fill-agents.ts';
import { withInvitee, withMessage } from '../fill-written.ts';
import { inTurn, seenBy } from '../screen.ts';
import { button, dialog, failing, fromMenu, inDialog, key, link, opens } from '../steps.ts';

const ticket = { list: '/support-tickets?status=all', opens: '/support-tickets/:id' };
const widgets = 'people/accounts/profile/widgets';
const subscriptions = 'shared/webhooks/subscriptions/widgets';
const webhook = { at: '/settings/webhooks', page: '/settings/webhooks/:id' };
const ledger = inTurn(withWebhooks, link('Ledger'));

export const people = seenBy('account_admin', {
  tickets: ['/support-tickets?status=all'],
  ticket: [ticket],
  'ticket-closed': [{ ...ticket, list: '/support-tickets?status=closed' }],
  'ticket-replies': [
    ticket,
    inTurn(button(/Saved replies/), (page) => page.getByRole('menuitem').last().click(), dialog),
    'shared/support/replies/manage-replies.tsx',
  ],
  'ticket-message-deleted': [ticket, inTurn(withMessage, opens(/^Delete/)), 'shared/support/widgets/delete-message.tsx'],
  'ticket-new': ['/support'],
  account: ['/settings/account'],
  profile: ['/settings/profile'],
  'profile-two-factor': ['/settings/profile', opens('Set up'), `${widgets}/set-up-two-factor.tsx`, `${widgets}/password-dialog.tsx`],
  'profile-two-factor-scanned': [
    '/settings/profile',
    inTurn(
      opens('Set up'),
      (page) => page.getByRole('dialog').getByLabel('Your password').fill(demoPassword),
      inDialog('Continue'),
      (page) => page.getByRole('dialog').getByLabel('Code', { exact: true }).waitFor(),
    ),
  ],
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
  'team-invited': [
    '/settings/team',
    inTurn(withInvitee, opens('Delete the invitation of noor@northwind.example')),
    'people/team/widgets/invitees.tsx',
  ],
  'team-member': ['/settings/team', opens('Edit Olive Reyes'), 'people/team/widgets/edit-member.tsx'],
  'team-member-removed': ['/settings/team', opens('Remove Olive Reyes'), 'people/team/widgets/members.tsx'],
  'team-two-factor': ['/settings/team', opens('Require it of everyone'), 'people/team/widgets/two-factor-rule.tsx'],
  api: ['/settings/api', withKeys],
  'api-key-calls': ['/settings/api', inTurn(withKeys, opens('Calls of Ledger')), 'people/keys/widgets/key-calls.tsx'],
  'api-key-edited': ['/settings/api', inTurn(withKeys, opens('Edit Ledger')), 'people/keys/widgets/edit-key.tsx'],
  'api-key-rotated': ['/settings/api', inTurn(withKeys, opens('Rotate Ledger')), 'people/keys/widgets/rotate-key.tsx'],
  'api-key-revoked': ['/settings/api', inTurn(withKeys, opens('Revoke Ledger')), 'people/keys/widgets/keys-list.tsx'],
  'api-key-new': ['/settings/api', opens('New key'), 'people/keys/widgets/create-key.tsx'],
  agents: ['/settings/api', withAgent],
  'agent-asks': [{ at: '/settings/api', page: '/oauth/authorize' }, askedByAgent],
  'agent-disconnected': ['/settings/api', inTurn(withAgent, opens('Disconnect Desk agent')), 'people/keys/agents/widgets/agents-list.tsx'],
  departments: ['/settings/team/departments'],
  'department-new': ['/settings/team/departments', opens(/^(New|Add) /), 'ui/form/open-form-dialog.tsx'],
  'department-deleted': ['/settings/team/departments', opens(/^Delete/), 'ui/list/columns/actions-column.tsx'],
  tags: ['/settings/tags'],
  'tag-new': ['/settings/tags', opens('New tag'), 'ui/form/open-form-dialog.tsx'],
  'tag-merged': ['/settings/tags', opens(/^Merge/), 'nouns/tags/widgets/merge-tag.tsx'],
  'tag-deleted': ['/settings/tags', opens(/^Delete/), 'nouns/tags/widgets/tags-list.tsx'],
  webhooks: ['/settings/webhooks', withWebhooks],
  webhook: [webhook, ledger],
  'webhook-failing': [webhook, inTurn(withWebhooks, link('Price comparison'))],
  'webhook-delivery': [webhook, inTurn(ledger, opens(/^Show/)), 'shared/webhooks/log/widgets/delivery-dialog.tsx'],
  'webhook-edited': [webhook, inTurn(ledger, fromMenu(/^More/, 'Edit'))],
  'webhook-replayed': [webhook, inTurn(ledger, fromMenu(/^More/, /^Replay/)), 'shared/webhooks/log/widgets/replay-dialog.tsx'],
  'webhook-secret': [webhook, inTurn(ledger, fromMenu(/^More/, /^New secret/)), `${subscriptions}/rotate-dialog.tsx`],
  'webhook-deleted': [webhook, inTurn(ledger, fromMenu(/^More/, /^Delete/)), `${subscriptions}/delete-dialog.tsx`],
  'webhook-new': ['/settings/webhooks', opens('New webhook'), `${subscriptions}/subscription-dialog.tsx`],
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
