import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { graphOf, readGraph } from './graph.ts';
import { unstyledComponents } from './stylesheets.ts';

const root = join(import.meta.dirname, '../..');
const theme = () => readFile(join(root, 'app/theme/mantine.css'), 'utf8');

test('every component of Mantine has its stylesheet, from the theme or where it is used', async () => {
  expect(unstyledComponents(await readGraph(root), await theme())).toEqual([]);
});

test('one that has none is found', async () => {
  const used = "import { Button, TagsInput } from '@mantine/core';\n";
  const pill = "import '@mantine/core/styles/Pill.layer.css';\n";
  expect(unstyledComponents(graphOf({ 'app/people.tsx': pill + used }), await theme())).toEqual(['app/people.tsx lacks PillsInput']);
});
