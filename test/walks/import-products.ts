import { readFile } from 'node:fs/promises';
import { opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

const good = (round: string) => Array.from({ length: 10 }, (_, n) => `WALK-${round}${n};A mug;;0.3`);
/** Categories that do not exist, weights with a comma, and names that are missing. */
const awkward = (round: string) => [
  ...[0, 1, 2, 3].map((n) => `WALK-A${round}${n};A cup;Cups ${round};0.3`),
  ...[4, 5, 6].map((n) => `WALK-A${round}${n};A cup;;"0,${n}"`),
  ...[7, 8, 9].map((n) => `WALK-A${round}${n};;;0.3`),
];

/** Twenty products of which ten are awkward: what one click cures, and what is mended in the file. */
export const importProducts: Walk<string> = {
  task: 'Import twenty products, mend ten awkward rows, and import those again',
  as: 'olive@demo.crossdock',
  prepare: async (_product, round) => ['SKU;Name;Category;Weight', ...good(round), ...awkward(round)].join('\n'),
  steps: async (hand, text) => {
    const { page, press, upload } = hand;
    const csv = (name: string, content: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await hand.open('Products', 'produ');
    await opened(page, 'Products');
    await press(page.getByRole('button', { name: 'Import' }));
    const dialog = page.getByRole('dialog', { name: 'Import products' });
    await upload(dialog.getByRole('button', { name: 'CSV file' }), csv('cups.csv', text));
    await dialog.getByText('cups.csv').waitFor();
    await press(dialog.getByRole('button', { name: 'Import', exact: true }));
    const causes = page.getByRole('region', { name: 'What is wrong' });
    await press(causes.getByRole('button', { name: 'Create this category' }));
    await page.getByText(/Applying also creates/).waitFor();
    await press(page.getByRole('button', { name: 'Apply 14 good rows' }));
    await page.getByText('14 products imported, 6 wrong and left out.').waitFor();
    const downloads = page.waitForEvent('download');
    await press(page.getByRole('link', { name: 'Download the 6 wrong rows' }));
    const wrong = await readFile(await (await downloads).path(), 'utf8');
    const mended = wrong.replaceAll(/"0,(\d)"/g, '0.$1').replaceAll(/^(WALK-\w+),,/gm, '$1,A cup,');
    await upload(page.getByRole('button', { name: /Mended the wrong rows/ }), csv('mended.csv', mended));
    await press(page.getByRole('button', { name: 'Apply 6 good rows' }));
    await page.getByText('6 products imported').waitFor();
  },
};
