import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

/** Somebody new joins the support department. */
export const inviteColleague: Walk<string> = {
  task: 'Invite a colleague into a department',
  as: 'amira@demo.crossdock',
  prepare: async (_product, round) => `new-${round.toLowerCase()}@example.org`,
  steps: async (hand, email) => {
    const { page, press, pick, type } = hand;
    await hand.open('Team', 'team');
    await opened(page, 'Team');
    await press(page.getByRole('button', { name: 'Invite people' }));
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    const emails = dialog.getByRole('textbox', { name: 'E-mail addresses' });
    await emails.and(page.locator(':focus')).waitFor();
    await type(emails, email);
    await pick(dialog.getByRole('combobox', { name: 'Departments' }), 'Sup', page.getByRole('option', { name: 'Support' }));
    await press(dialog.getByRole('button', { name: 'Invite', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: new RegExp(email) }).waitFor();
  },
};
