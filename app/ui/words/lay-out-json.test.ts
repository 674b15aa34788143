import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutJson } from './lay-out-json.ts';

test('whole JSON is laid out as JSON.stringify does', () => {
  const json = fc.jsonValue().map((value) => JSON.stringify(value));
  fc.assert(
    fc.property(json, (text) => {
      expect(layOutJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});

test('long numbers keep their digits', () => {
  expect(layOutJson('{"id":123456789012345678901}')).toBe('{\n  "id": 123456789012345678901\n}');
});

test('what was cut off is laid out as far as it goes', () => {
  expect(layOutJson('{"orders":[{"name":"Ann, {the')).toBe('{\n  "orders": [\n    {\n      "name": "Ann, {the');
});
