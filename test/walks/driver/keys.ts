import type { Locator, Page } from 'playwright';
import { stepsByKeys } from '../../browser/choose-by-keys.ts';
import { type Hand, hasFocus, type Shortcut, usable } from './hand.ts';

/** Has no pointer: goes from control to control by Tab, back by Shift and Tab, and by the keys that a page has. */
export function keys(page: Page): Hand {
  const taken = { clicks: 0, keys: 0 };
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
    taken.keys += times;
  };
  const write = async (words: string) => {
    await page.keyboard.type(words);
    taken.keys += words.length;
  };
  /** Waits until a control can be used. Whatever was pressed before, the focus is somewhere on the page: nobody begins again at its top. */
  const ready = async (control: Locator) => {
    await usable(control).waitFor();
    if (taken.keys > 0) await page.locator(':focus').waitFor({ state: 'attached' });
  };
  const reach = async (control: Locator, shortcut?: Shortcut) => {
    await ready(control);
    const key = shortcut && 'step' in shortcut ? shortcut.step : await tabTowards(control, taken.keys > 0);
    for (let step = 0; !(await hasFocus(control)); step++) {
      if (step > 99) throw new Error(`${key} does not come to ${control}.`);
      await press(key);
    }
  };
  /** `key` does all of it; otherwise `last` does it, once the control has the focus. */
  const use = async (control: Locator, last: string, shortcut?: Shortcut) => {
    await ready(control);
    if (shortcut && 'key' in shortcut) return press(shortcut.key);
    await reach(control, shortcut);
    await press(last);
  };
  const type = async (field: Locator, words: string, shortcut?: Shortcut) => {
    await ready(field);
    if (shortcut && 'key' in shortcut) await press(shortcut.key);
    await reach(field, shortcut);
    // What came into it by Tab has all of it selected; what had the focus already has not.
    if (!(await isReplaced(field))) await press('ControlOrMeta+a');
    await write(words);
  };
  return {
    page,
    taken,
    press: (control, shortcut) => use(control, 'Enter', shortcut),
    tick: async (box, shortcut) => {
      if ((await box.getAttribute('type')) === 'radio') return chooseRadio(box);
      await use(box, 'Space', shortcut);
    },
    type,
    choose: async (select, option) => {
      await reach(select);
      await press('ArrowDown', await stepsByKeys(page, option));
    },
    pick: async (combobox, words, option) => {
      await type(combobox, words);
      await option.waitFor();
      // A list that has changed forgets a moment later what an arrow chose: nobody types as fast as that.
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle))));
      await press('ArrowDown');
      await option.and(page.locator('[data-combobox-selected]')).waitFor();
      await press('Enter');
      await option.waitFor({ state: 'hidden' });
    },
    upload: async (button, file) => {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), use(button, 'Enter')]);
      await chooser.setFiles(file);
    },
    open: async (place, letters) => {
      await press('ControlOrMeta+k');
      await page.locator('[role="combobox"]:focus').waitFor();
      await write(letters);
      await page.getByRole('option', { name: new RegExp(`^${place}`), selected: true }).waitFor();
      await press('Enter');
      // As long as it is there, the keys of the page are not heard.
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  };

  /** Tab comes to one of a group; arrows go on from there. */
  async function chooseRadio(radio: Locator): Promise<void> {
    const group = radio.page().locator(`input[type="radio"][name="${await radio.getAttribute('name')}"]`);
    const focused = group.and(page.locator(':focus'));
    const key = await tabTowards(radio, taken.keys > 0);
    for (let step = 0; (await focused.count()) === 0; step++) {
      if (step > 99) throw new Error(`${key} does not come to ${radio}.`);
      await press(key);
    }
    if ((await hasFocus(radio)) && !(await radio.isChecked())) await press('Space');
    while (!(await radio.isChecked())) await press('ArrowDown');
  }
}

/** The key that leads from where the focus is towards a control. Once keys were pressed it is somewhere: it moves on a moment after its control is gone. */
const tabTowards = (control: Locator, isBegun: boolean): Promise<'Tab' | 'Shift+Tab'> =>
  control.evaluate(async (element, begun) => {
    while (begun && document.activeElement === document.body) await new Promise(requestAnimationFrame);
    const at = document.activeElement;
    const isBehind = at && at !== document.body && at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBehind && !at.contains(element) && !element.contains(at) ? 'Shift+Tab' : 'Tab';
  }, isBegun);

/** Whether what is typed next takes the place of what is in a field. */
const isReplaced = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => {
    if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return true;
    // Fields for numbers and e-mail addresses do not say what is selected in them; Tab selects all of it.
    if (element.value === '' || element.selectionStart === null) return true;
    return element.selectionEnd !== null && element.selectionEnd - element.selectionStart === element.value.length;
  });
