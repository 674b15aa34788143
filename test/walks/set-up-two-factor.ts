import { expect } from 'vitest';
import { demoPassword } from '../../app/people/accounts/people/demo-people.ts';
import { codeOf } from '../authenticator.ts';
import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

/** A person with an authenticator app at hand. */
export const setUpTwoFactor: Walk = {
  task: 'Set up two-factor sign-in',
  as: { P: 'olive@demo.crossdock', K: 'jonas@demo.crossdock' },
  prepare: async () => undefined,
  steps: async (hand) => {
    const { page, press, type } = hand;
    await hand.open('Profile', 'two-f');
    await opened(page, 'Profile');
    await press(page.getByRole('button', { name: 'Set up' }));
    const password = page.getByLabel('Your password');
    await password.and(page.locator(':focus')).waitFor();
    await type(password, demoPassword);
    await press(page.getByRole('dialog').getByRole('button', { name: /Continue|Set up/ }), { key: 'Enter' });
    const key = (await page.getByRole('button', { name: /Copy the key/ }).getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
    const code = page.getByLabel('Code', { exact: true });
    await code.and(page.locator(':focus')).waitFor();
    await type(code, codeOf(`otpauth://totp/x?secret=${key}`));
    await press(page.getByRole('dialog').getByRole('button', { name: /Turn on|Continue|Confirm/ }), { key: 'Enter' });
    await expect.poll(() => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
    await press(page.getByRole('button', { name: 'I have kept them' }));
    await page.getByText('10 recovery codes are left').waitFor();
  },
};
