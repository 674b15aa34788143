import { expect, test } from 'vitest';
import { bestFirst } from './best-first.ts';

const named = (...labels: string[]) => labels.map((label) => ({ value: label, label }));

test('what is called as typed stands first, then what begins so, then what has the words', () => {
  const found = (search: string, ...labels: string[]) =>
    bestFirst({ options: named(...labels), search, limit: Number.POSITIVE_INFINITY }).map((option) => 'label' in option && option.label);
  expect(found(' netherlands ', 'Canada', 'Caribbean Netherlands', 'Netherlands')).toEqual(['Netherlands', 'Caribbean Netherlands']);
  expect(found('guinea', 'Equatorial Guinea', 'Guinea-Bissau', 'Guinea')).toEqual(['Guinea', 'Guinea-Bissau', 'Equatorial Guinea']);
  expect(found('', 'B', 'A')).toEqual(['B', 'A']);
});

test('a group stands where its best one would, without what does not fit', () => {
  const options = [
    { group: 'One', items: named('Slow Air', 'Sea') },
    { group: 'Two', items: named('By Air', 'Air') },
    { group: 'Three', items: named('Road') },
  ];
  expect(bestFirst({ options, search: 'air', limit: Number.POSITIVE_INFINITY })).toEqual([
    { group: 'Two', items: named('Air', 'By Air') },
    { group: 'One', items: named('Slow Air') },
  ]);
});
