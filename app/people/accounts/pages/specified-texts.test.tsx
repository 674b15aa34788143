import { describe, expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { AccountClock } from '../../../ui/time/clock.tsx';
import { Browsers } from '../profile/widgets/browsers.tsx';
import { TwoFactor } from '../profile/widgets/two-factor.tsx';
import { You } from '../profile/widgets/you.tsx';
import { listTimezonesCall, readAccountCall } from '../settings/contract.ts';
import { AccountForm } from '../settings/widgets/account-form.tsx';

// What the pages of an account and of a person say, in the situation that it belongs to.

const at = Date.parse('2026-03-04T09:14:00Z');
const zones = [
  { timezone: 'UTC', location: 'Coordinated Universal Time', offset: 0 },
  { timezone: 'Asia/Kolkata', location: 'Kolkata, Asia', offset: 330 },
];
const settings = {
  name: 'Acme',
  timezone: 'Asia/Kolkata',
  combine_orders: true,
  page_size: 25,
  date_style: 'month_first',
  expiry_days: 0,
  buyers_kept_days: null,
} as const;
const clocked = (widget: React.ReactNode) =>
  rendered(
    <AccountClock now={at} timezone="Asia/Kolkata" dateStyle="month_first">
      {widget}
    </AccountClock>,
  );

describe('the account', () => {
  const always = [
    'Name',
    'Time zone',
    'It is 2:44 pm there now.',
    'Date style',
    'Mar 4, 2026 2:44 pm',
    '4 Mar 2026 14:44',
    '2026-03-04 14:44',
  ];
  const others = [
    'Rows on a page',
    '25 rows',
    '50 rows',
    '100 rows',
    'Combine orders to one address',
    'Days before expiry',
    'Erase buyers’ data',
    'As late as the channel allows',
    'Save',
  ];
  test.each([
    ['an admin', true, [...always, ...others]],
    ['who may only look', false, [...always, ...others]],
  ])('for %s', (_who, mayChange, says) => {
    const text = clocked(<AccountForm settings={settings} zones={zones} mayChange={mayChange} />);
    expect(says.filter((each) => !text.includes(each))).toEqual([]);
  });

  test('a time zone option is its zone and its location', () => {
    expect(Object.keys(listTimezonesCall.replies[200].element.shape)).toEqual(expect.arrayContaining(['timezone', 'location']));
    expect(Object.keys(readAccountCall.replies[200].shape)).toEqual([
      ...['name', 'timezone', 'combine_orders', 'page_size', 'date_style', 'expiry_days', 'buyers_kept_days'],
    ]);
  });
});

describe('the profile', () => {
  const twoFactor = { on: false, recoveryCodesLeft: 0, required: false };
  const own = { id: 1, name: 'Firefox on Windows', address: '10.0.0.1', signedInAt: new Date(at), seenAt: new Date(at), own: true };
  const other = { ...own, id: 2, name: 'Safari on iPhone', own: false };
  const profile = { name: 'Ann', email: 'ann@example.com', twoFactor, browsers: [own] };
  test.each<[string, () => string, string[], string[]]>([
    [
      'who one is',
      () => clocked(<You profile={profile} form={{ properties: {} }} />),
      ['Name', 'Ann', 'E-mail', 'ann@example.com', 'Change name', 'Change password', 'Theme', 'As this device', 'Light', 'Dark'],
      [],
    ],
    ['one browser', () => clocked(<Browsers browsers={[own]} />), ['Firefox on Windows', '10.0.0.1', 'this browser'], ['Sign out']],
    [
      'several browsers',
      () => clocked(<Browsers browsers={[own, other]} />),
      ['Sign out all others', 'Sign out Safari on iPhone, 10.0.0.1'],
      ['Sign out Firefox'],
    ],
    [
      'without a second factor',
      () => clocked(<TwoFactor twoFactor={twoFactor} />),
      ['Two-factor sign-in', 'Set up', 'Off. Signing in takes your password alone.'],
      ['Turn off'],
    ],
    [
      'with one',
      () => clocked(<TwoFactor twoFactor={{ ...twoFactor, on: true, recoveryCodesLeft: 1 }} />),
      ['New recovery codes', 'Turn off', 'One recovery code is left.'],
      ['Set up'],
    ],
    [
      'with one that is required',
      () => clocked(<TwoFactor twoFactor={{ ...twoFactor, on: true, required: true }} />),
      ['New recovery codes', 'It is required of you, and stays on.'],
      ['Set up', 'Turn off'],
    ],
    ['a password', () => rendered(<PasswordField label="Your password" />), ['Your password', 'Show password'], []],
  ])('%s', (_situation, text, says, not) => {
    const shown = text();
    expect(says.filter((each) => !shown.includes(each))).toEqual([]);
    expect(not.filter((each) => shown.includes(each))).toEqual([]);
  });
});
