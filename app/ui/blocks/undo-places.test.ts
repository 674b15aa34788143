import { expect, test } from 'vitest';
import type { Undoable } from '../alerts/undoable.ts';
import { type Placed, placeUndoables } from './undo-places.ts';

const done = (...ids: number[]): Undoable[] => ids.map((id) => ({ id, at: '/', what: `hold ${id}`, run: async () => undefined }));
const words = (places: readonly Placed[]) => places.map(({ id, isOver }) => `${id}${isOver ? ' over' : ''}`);

test('what is over leaves its place empty until nothing newer is left', () => {
  const both = placeUndoables(placeUndoables([], done(1)), done(1, 2));
  expect(words(both)).toEqual(['1', '2']);
  const one = placeUndoables(both, done(2));
  expect(words(one)).toEqual(['1 over', '2']);
  expect(words(placeUndoables(one, done(2, 3)))).toEqual(['1 over', '2', '3']);
  expect(placeUndoables(one, [])).toEqual([]);
});

test('the newest may go alone, and no more than three have a place', () => {
  const both = placeUndoables([], done(1, 2));
  expect(words(placeUndoables(both, done(1)))).toEqual(['1']);
  expect(words(placeUndoables(both, done(1, 2, 3, 4)))).toEqual(['2', '3', '4']);
});

test('what was done on another page has no place here', () => {
  const elsewhere = placeUndoables([], done(1)).map((each) => ({ ...each, at: '/orders' }));
  expect(words(placeUndoables(elsewhere, done(2)))).toEqual(['2']);
});
