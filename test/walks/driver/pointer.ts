import type { Locator, Page } from 'playwright';
import { type Hand, hasFocus, usable } from './hand.ts';

/** Points and clicks; types words alone. */
export function pointer(page: Page): Hand {
  const taken = { clicks: 0, keys: 0 };
  const click = async (control: Locator) => {
    await usable(control).click();
    taken.clicks += 1;
  };
  const type = async (field: Locator, words: string) => {
    await usable(field).waitFor();
    const isFull = await field.evaluate((element) => 'value' in element && element.value !== '');
    if (isFull) await field.click({ clickCount: 3 });
    else if (!(await hasFocus(field))) await field.click();
    else return write(words);
    taken.clicks += isFull ? 3 : 1;
    await write(words);
  };
  const write = async (words: string) => {
    await page.keyboard.type(words);
    taken.keys += words.length;
  };
  return {
    page,
    taken,
    press: click,
    tick: click,
    type,
    choose: async (select, option) => {
      await usable(select).selectOption(option);
      taken.clicks += 2;
    },
    pick: async (combobox, words, option) => {
      await type(combobox, words);
      await click(option);
      await option.waitFor({ state: 'hidden' });
    },
    upload: async (button, file) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(button)]);
      await chooser.setFiles(file);
    },
    open: async (place) => {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`(^|\\W)${place}( |$)`) });
      if ((await link.count()) > 0) return click(link);
      await click(page.locator('header').getByRole('button', { name: /^[A-Z]{2}: / }));
      await click(page.getByRole('menuitem', { name: place }));
    },
  };
}
