import { type Hand, opened } from './driver/hand.ts';

/** By the box in the header, which offers what it finds while one types. */
export async function find({ page, type, press }: Hand, words: string, number: string): Promise<void> {
  await type(page.getByPlaceholder('Search...'), words, { key: '/' });
  await press(page.getByRole('listbox', { name: 'Found' }).getByRole('option', { name: number }), { key: 'Enter' });
  await page.locator('header').getByText(number, { exact: true }).waitFor();
  await opened(page, /^SO-/);
}
