import { expect, test } from 'vitest';
import { meansSave } from './keys.ts';

const key = { key: 's', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  ['Ctrl S', { ctrlKey: true }, true],
  ['⌘ S', { metaKey: true }, true],
  ['Ctrl S with caps lock', { key: 'S', ctrlKey: true }, true],
  ['Ctrl Enter', { key: 'Enter', ctrlKey: true }, true],
  ['s', {}, false],
  ['Enter', { key: 'Enter' }, false],
  ['Ctrl Shift S', { ctrlKey: true, shiftKey: true }, false],
  ['AltGr S', { ctrlKey: true, altKey: true }, false],
])('%s saves: %s', (_, pressed, saves) => {
  expect(meansSave({ ...key, ...pressed })).toBe(saves);
});
