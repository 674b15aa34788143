import { describe, expect, test } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import { emailSetting } from './contract.ts';
import { kindNames, kinds } from './kinds.ts';
import { NotMailedNotices } from './mails/not-mailed-notices.tsx';
import { EmailNotification } from './widgets/email-notification.tsx';
import { NotificationTable } from './widgets/notification-table.tsx';

// What the notification settings say, in the situation that it belongs to. A refused address is in the browser test.

const setting = { notificationEmail: 'ops@example.com', enabled: '1' } as const;
const widget = (mayChange: boolean) =>
  rendered(
    <EmailNotification saveName="shop" setting={setting} waits={false} mayChange={mayChange} save={() => Promise.reject(new Error('x'))} />,
  );

test('the e-mail setting has the specification’s fields, and is inactive until it is changed', () => {
  expect(Object.keys(emailSetting.shape)).toEqual(['notificationEmail', 'enabled']);
  expect(['0', '1', 'yes'].map((enabled) => emailSetting.safeParse({ ...setting, enabled }).success)).toEqual([true, true, false]);
  for (const each of ['E-mail notification', 'E-mail', 'Mail this address whatever happens here', 'Change'])
    expect(widget(true)).toContain(each);
  expect(widget(true)).not.toMatch(/^Save$/m);
  expect(widget(false)).toContain('Only admins change this.');
});

describe('who is told', () => {
  const rule = { departments: [], people: [], addresses: [] };
  const always = { saveName: 'account', setting, waits: false, save: () => Promise.reject(new Error('x')) };
  const props = { hours: 4, departments: [], people: [], waiting: ['a@b.c'], mayChange: true, always };
  test.each([
    ['nobody who is named', { ...rule, kind: 'po_received' }, 'Purchasing, or admins when nobody is in it'],
    ['nobody beside who asked', { ...rule, kind: 'ticket_answered' }, 'Whoever asked, and Support'],
    ['whoever it concerns', { ...rule, kind: 'import_finished' }, 'Whoever it concerns'],
    [
      'department, person and address',
      { kind: 'needs_reconnect', departments: [{ id: 1, name: 'Orders' }], people: [{ id: 2, name: 'Ann' }], addresses: ['a@b.c'] },
      'Orders, Ann, a@b.c',
    ],
    ['orders that wait', { ...rule, kind: 'orders_waiting' }, 'Orders wait for a person for more than 4 hours'],
  ] as const)('%s', (_situation, each, says) => {
    const own = [{ kind: each.kind, label: kinds[each.kind].label, mail: true }];
    const table = rendered(<NotificationTable {...props} own={own} rules={[each as never]} />);
    for (const part of [says, 'When', 'Who is notified', 'How', 'Whatever happens here', 'Change who is mailed whatever happens here'])
      expect(table).toContain(part);
  });

  test('each kind of event can be left out of the mails', () => {
    const own = kindNames.map((kind) => ({ kind, label: kinds[kind].label, mail: true }));
    const text = rendered(<NotificationTable {...props} own={own} rules={[]} />);
    for (const kind of kindNames) expect(text).toContain(`Bell, and mail me: ${kinds[kind].label}`);
  });
});

describe('who could not be mailed', () => {
  const each = {
    email: 'ops@example.com',
    isMember: false,
    attempted_at: new Date(),
    state: 'refused',
    reason: '550 No such user',
  } as const;
  test.each([
    ['for good', each, '550 No such user. Correct the address where it is named, or ask whoever runs its mail to let ours in.'],
    ['for good, a member', { ...each, isMember: true }, 'or invite them with another address. Until then the bell tells them.'],
    ['for now', { ...each, state: 'waits' }, 'The mail is tried again for a day.'],
    ['for a day', { ...each, state: 'given_up' }, 'It was tried for a day and given up; the next notification is mailed again.'],
  ] as const)('%s', (_situation, refused, says) => {
    const text = rendered(<NotMailedNotices refused={[refused]} />);
    for (const part of ['ops@example.com could not be mailed', says]) expect(text).toContain(part);
  });

  test('those with the same cause are named together, five by their addresses', () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ ...each, email: `${at}@example.com` }));
    const text = rendered(<NotMailedNotices refused={many} />);
    expect(text).toContain('4@example.com and 2 more could not be mailed');
    expect(text.split('No such user')).toHaveLength(2);
  });
});
