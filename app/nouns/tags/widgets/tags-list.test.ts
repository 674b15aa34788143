import { expect, test } from 'vitest';
import { tagsList } from './tags-list.tsx';

/** In which order a card has its parts. */
const order = ['title', 'badge', 'text', 'figure', 'meta'];

test('on a phone the card of a tag has the number of its records above its buttons', () => {
  const { columns } = tagsList({ onEdit: () => undefined, onMerge: () => undefined });
  const keys = columns.toSorted((a, b) => order.indexOf(a.card ?? '') - order.indexOf(b.card ?? '')).map(({ key }) => key);
  expect(keys).toEqual(['name', 'records', 'actions']);
});
