import { expect, test } from 'vitest';
import { parseFilter } from './filter.ts';

const fields = ['ID', 'Name', 'At', 'Gone'];
const rows = [
  { ID: 1, Name: "O'Hara", At: '2026-11-20T10:00:00Z', Gone: null },
  { ID: 2, Name: 'Ada', At: '2026-11-21T10:00:00.5Z', Gone: true },
  { ID: 10, Name: '', At: null, Gone: false },
];
const found = (filter: string) => rows.filter(parseFilter(filter, fields)).map(({ ID }) => ID);

test.each([
  ['ID gt 1 and ID lt 10', [2]],
  ["Name eq 'O''Hara' or Name eq ''", [1, 10]],
  ["ID eq 10 or ID eq 1 and Name eq 'Ada'", [10]],
  ["(ID eq 10 or ID eq 2) and Name eq 'Ada'", [2]],
  ['not (ID ge 2)', [1]],
  ['At ge 2026-11-21', [2]],
  ['At gt 2026-11-20T10:00:00Z', [2]],
  ['At le 2026-11-20T10:00:00.000Z', [1]],
  ['Gone eq null', [1]],
  ['Gone ne null', [2, 10]],
  ['Gone eq true', [2]],
])('%s', (filter, ids) => expect(found(filter)).toEqual(ids));

test.each([
  ["Sku eq 'a'", "Could not find a property named 'Sku'."],
  ["contains(Name,'A')", "Could not find a property named 'contains'."],
  ["ID eq '1'", "A binary operator with incompatible types was detected at 'ID'."],
  ['ID like 1', "The comparison of 'ID' is not understood."],
  ['(ID eq 1', 'A bracket is not closed.'],
  ['ID eq 1 2', "Syntax error at '2' in 'ID eq 1 2'."],
  ['ID eq #', "Syntax error at position 5 in 'ID eq #'."],
])('%s is refused', (filter, message) => expect(() => found(filter)).toThrow(message));
