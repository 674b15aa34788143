import type { Books } from './books.ts';

/** Moves pieces of an item onto a location, or off it. */
export function move(books: Books, item: number, location: number, pieces: number) {
  const [found] = books.rows<{ quantityonhand: number }>(
    'SELECT quantityonhand FROM main.aggregateitemlocation WHERE item = ? AND location = ?',
    item,
    location,
  );
  const units = (found?.quantityonhand ?? 0) + pieces;
  const numbers = { quantityonhand: units, quantityavailable: units };
  if (found) books.patch('aggregateitemlocation', { item, location }, numbers);
  else books.put('aggregateitemlocation', { item, location, quantitycommitted: 0, ...numbers });
}
