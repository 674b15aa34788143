import { expect, test } from 'vitest';
import { changesIn } from './settings-in.ts';

const fields = ['address', 'store', 'key'];

test('only what was changed is sent, a secret that was typed too, with what was seen of it', () => {
  const shown = { address: 'https://a.example', store: '7' };
  const typed = { address: 'https://a.example', store: 8, key: 'new' };
  expect(changesIn(typed, fields, { shown, seen: shown })).toEqual({ settings: { store: '8', key: 'new' }, was: { store: '7', key: '' } });
  expect(changesIn({ address: 'https://a.example' }, fields, { shown, seen: shown })).toEqual({
    settings: { store: '' },
    was: { store: '7' },
  });
  // Who was told what a colleague made of it saves over that, and of nothing else.
  const seen = { address: 'https://b.example', store: '9' };
  expect(changesIn(typed, fields, { shown, seen })).toEqual({ settings: { store: '8', key: 'new' }, was: { store: '9', key: '' } });
});
