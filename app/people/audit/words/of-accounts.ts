import { roleLabels } from '../../accounts/people/role-labels.ts';
import { kindLabels } from '../../notifications/kinds.ts';
import { type NounWords, saidElsewhere } from './noun-words.ts';

const role = { label: 'Role', values: roleLabels };
const invited: NounWords = { fields: { email: 'E-mail', role } };

/** Of the account and its people. */
export const ofAccounts = {
  account: {
    fields: {
      name: 'Name',
      timezone: 'Time zone',
      combine_orders: 'Combine orders',
      page_size: 'Rows a page',
      date_style: { label: 'Dates', values: { month_first: 'Month first', day_first: 'Day first', year_first: 'Year first' } },
      expiry_days: 'Days before a lot expires',
      buyers_kept_days: 'Days for which buyers are kept',
      agents_alone: 'Changes that agents make without a person',
      two_factor_required: 'Two-factor sign-in for everybody',
    },
  },
  profile: { fields: { name: 'Name', email: 'E-mail' } },
  browser: { fields: { browser: 'Browser' } },
  'other browsers': { fields: { browsers: 'Browsers' } },
  department: { fields: { name: 'Name', description: 'Description', people: 'People' } },
  'team member': { fields: { role, departments: 'Departments', name: 'Name' } },
  team: invited,
  invitation: invited,
  'notification rule': { fields: { departments: 'Departments', people: 'People', addresses: 'Addresses', hours: 'After hours' } },
  'e-mail notification': {
    fields: { enabled: { label: 'Notification e-mail', values: { '0': 'off', '1': 'on' } }, notificationEmail: 'Address' },
  },
  'mail address': { fields: { confirmed: saidElsewhere } },
  mails: { fields: kindLabels },
  'portal message': {
    fields: {
      body: 'Message',
      level: { label: 'Level', values: { success: 'Success', info: 'Info', warning: 'Warning', danger: 'Danger' } },
      from: 'Start',
      to: 'End',
    },
  },
  'API key': {
    fields: {
      name: 'Name',
      scopes: 'Access',
      networks: 'Networks',
      shop: 'Shop',
      days: 'Days',
      expires_at: 'Expires',
      former_hours: 'Hours for which the former key works',
    },
  },
  agent: {
    fields: {
      scopes: 'Access',
      program: 'Program',
      why: {
        label: 'Why',
        values: {
          'shown twice': 'A code or token of it was used twice',
          'by its program': 'Its program asked for it',
          role: 'Who connected it has another role',
          membership: 'Who connected it left the team',
        },
      },
    },
  },
  installation: { fields: { sends: { label: 'Sends', values: { when_compared: 'once it is compared' } } } },
} as const satisfies Record<string, NounWords>;
