import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A question to support, with a picture. */
export const raiseTicket: Walk = {
  task: 'Ask support, with a picture',
  as: 'olive@demo.crossdock',
  prepare: async () => undefined,
  steps: async (hand) => {
    const { page, press, choose, type, upload } = hand;
    await hand.open('Tickets', 'tick');
    await opened(page, 'Tickets');
    await press(page.getByRole('link', { name: 'New ticket' }));
    await opened(page, 'Ask support');
    await choose(page.getByRole('combobox', { name: 'Topic' }), 'Shipping');
    await type(page.getByRole('textbox', { name: 'Subject' }), 'Crushed');
    await type(page.getByRole('textbox', { name: 'Description' }), 'See the picture.');
    await upload(page.getByRole('button', { name: 'Attach files' }), { name: 'crushed.gif', mimeType: 'image/gif', buffer: picture });
    await page.getByRole('list', { name: 'Files' }).getByText('crushed.gif').waitFor();
    await press(page.getByRole('button', { name: 'Send' }));
    await page.waitForURL(/\/support-tickets\/\d+$/);
    await page.getByRole('img', { name: 'crushed.gif' }).waitFor();
  },
};
