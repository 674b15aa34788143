import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSilent, throttle, throttleMs } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Types words at these moments, in ms, and answers what was searched when. */
function typed(moments: number[]): [number, number][] {
  const searched: [number, number][] = [];
  const began = Date.now();
  const gate = throttle<number>((word) => searched.push([Date.now() - began, word]), throttleMs, Date.now);
  for (const [word, moment] of moments.entries()) {
    vi.advanceTimersByTime(began + moment - Date.now());
    gate.ask(word);
  }
  vi.advanceTimersByTime(throttleMs * 2);
  return searched;
}

test.each([
  ['one key', [0], [[0, 0]]],
  [
    'two keys at once',
    [0, 0],
    [
      [0, 0],
      [250, 1],
    ],
  ],
  [
    'a word in a breath',
    [0, 80, 160, 240],
    [
      [0, 0],
      [250, 3],
    ],
  ],
  [
    'a pause between',
    [0, 250],
    [
      [0, 0],
      [250, 1],
    ],
  ],
  [
    'keys beyond the pause',
    [0, 100, 300],
    [
      [0, 0],
      [250, 1],
      [500, 2],
    ],
  ],
])('%s', (_, moments, searched) => {
  expect(typed(moments)).toEqual(searched);
});

test('no two searches start within the pause, and the last word is always searched', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3_000), { minLength: 1, maxLength: 40 }), (given) => {
      const moments = given.toSorted((a, b) => a - b);
      const searched = typed(moments);
      expect(searched.at(-1)?.[1]).toBe(moments.length - 1);
      for (const [place, [at]] of searched.entries())
        if (place > 0) expect(at - (searched[place - 1]?.[0] ?? 0)).toBeGreaterThanOrEqual(throttleMs);
    }),
  );
});

test('nothing is searched once the finder is gone', () => {
  const searched: string[] = [];
  const gate = throttle<string>((word) => searched.push(word), throttleMs, Date.now);
  gate.ask('a');
  gate.ask('ab');
  gate.stop();
  vi.advanceTimersByTime(1_000);
  expect(searched).toEqual(['a']);
});

test.each([
  ['Shift', true],
  ['Alt', true],
  ['Control', true],
  ['a', false],
  ['Enter', false],
  ['Backspace', false],
])('the key %s types nothing: %s', (key, silent) => {
  expect(isSilent(key)).toBe(silent);
});
