import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { withoutEmptyPictures } from '../../../ui/list/columns/columns.ts';
import { itemColumns, outlookColumnKeys, usualColumns } from '../columns.ts';
import classes from './item-list.module.css';
import { itemList } from './item-list.tsx';
import type { ShownItem } from './outlook-columns.tsx';

const { columns } = itemList('products', {});
const item = (facts: Partial<ShownItem>) =>
  ({
    ...{ sku: 'MUG', name: 'Mug', is_counted: true, quantity_available: 60, image_url: null },
    outlook: { expected: 24, gone: 84, days: 28 },
    ...facts,
  }) as ShownItem;

test('what purchase orders bring and how long the stock lasts stand on a phone’s card in words', () => {
  const onCard = ['expected', 'velocity', 'days_left'].map((key) => columns.find((column) => column.key === key));
  expect(onCard.map((column) => column?.card)).toEqual(['meta', 'meta', 'meta']);
  const text = rendered(onCard.map((column) => <p key={column?.key}>{column?.cell(item({}))}</p>)).replace(/\n+/g, '');
  for (const words of ['24 expected', '3 sold a day', '20 days left']) expect(text).toContain(words);
});

test('what is expected, how much goes a day and the days left are shown unasked, before the category where there is no room for both', () => {
  expect(usualColumns).toEqual(expect.arrayContaining([...outlookColumnKeys]));
  expect(columns.filter(({ extra }) => !extra).map(({ key }) => key)).toEqual(usualColumns);
  expect(itemColumns.length).toBe(new Set(itemColumns).size);
  const hidden = (key: string) => columns.find((column) => column.key === key)?.hideBelow;
  expect(['category', 'velocity', 'expected', 'days_left'].map(hidden)).toEqual(['xl', 'lg', 'md', 'sm']);
});

test('an item of which nothing goes has no pace on a card', () => {
  const velocity = columns.find(({ key }) => key === 'velocity');
  expect(renderToStaticMarkup(velocity?.cell(item({ outlook: { expected: 0, gone: 0, days: 28 } })))).toContain(classes.none);
  expect(renderToStaticMarkup(velocity?.cell(item({})))).not.toContain(classes.none);
});

test('slow goods last for over 999 days, and how long exactly is said where one points', () => {
  const column = columns.find(({ key }) => key === 'days_left');
  const slow = item({ quantity_available: 501, outlook: { expected: 0, gone: 1, days: 30 } });
  const text = rendered(column?.cell(slow)).replace(/\n+/g, '');
  expect(text).toBe('over 999 days left15,030 days: 501 not allocated; 1 sold in the last 30 days');
});

test('a column of pictures is shown only where a row has one', () => {
  const keys = (rows: ShownItem[]) => withoutEmptyPictures(columns, rows).map(({ key }) => key);
  expect(keys([item({}), item({ image_url: 'a.png' })])[0]).toBe('image');
  expect(keys([item({})])[0]).toBe('name');
});
