import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { connectors } from '../../connectors/index.ts';
import { overview, tableIn } from './table.ts';

const page = new URL('../../docs/connectors/README.md', import.meta.url);

test('the table of capabilities is what the connectors are able to do now', async () => {
  const text = await readFile(page, 'utf8');
  expect(text, 'run npm run connectors').toBe(tableIn(text, overview()));
  for (const { label } of connectors) expect(text).toContain(label);
});

test('a page without a place for the table is refused', () => {
  expect(() => tableIn('# Connectors', 'x')).toThrow('no place');
});
