import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

/** What each order of a channel is to have. */
export const addRule: Walk<string> = {
  task: 'Add a preset to a channel',
  as: 'jonas@demo.crossdock',
  prepare: async (_product, round) => (round === 'P' ? 'Ring twice' : 'Ring once'),
  steps: async (hand, note) => {
    const { page, press, choose, type } = hand;
    await hand.open('ShipStation', 'ships');
    await opened(page, 'ShipStation');
    await press(page.getByRole('navigation', { name: /^Pages of / }).getByRole('link', { name: 'Presets' }));
    await page.getByRole('button', { name: 'Add preset' }).waitFor();
    await choose(page.getByRole('combobox', { name: 'Amware field' }), 'Note');
    // Who has read what it changes is not asked about it again: what all of it changes, not what its first letters do.
    const counted = page.waitForResponse((response) => response.request().postData()?.includes(`"${note}"`) ?? false);
    await type(page.getByRole('textbox', { name: 'Preset value' }), note);
    await counted;
    await page.getByText(/^(Changes \d+|No) waiting order/).waitFor();
    await press(page.getByRole('button', { name: 'Add preset' }), { key: 'Enter' });
    await page.getByText('The preset was saved.').waitFor();
  },
};
