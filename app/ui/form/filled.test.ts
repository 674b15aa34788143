import { expect, test } from 'vitest';
import { filled } from './filled.ts';

const fields = [{ name: 'name', kind: 'text' } as const, { name: 'weight', kind: 'number' } as const];

test('a form sends its fields that are filled in, and nothing that was typed into others', () => {
  expect(filled(fields, { name: 'Mug', weight: '', token: 'secret' })).toEqual({ name: 'Mug' });
});

test('numbers are sent as such, and what is none as it was typed', () => {
  const sent = (weight: string) => filled(fields, { weight }).weight;
  expect(['0.25', ' 3', '0', ' ', 'heavy'].map(sent)).toEqual([0.25, 3, 0, ' ', 'heavy']);
});
