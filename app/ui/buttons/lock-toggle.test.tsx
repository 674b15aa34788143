import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LockToggle } from './lock-toggle.tsx';

const means = 'nobody but people changes it';
const markup = (locked: boolean) =>
  renderToString(
    <MantineProvider>
      <LockToggle lock={{ locked, toggle: () => undefined }} means={means} />
    </MantineProvider>,
  );

test.each([
  [false, 'Lock Order'],
  [true, 'Unlock order'],
])('the tooltip of a lock is exactly the specified word, and what it means stands beside it: locked %s', (locked, word) => {
  const html = markup(locked);
  expect([...html.matchAll(/ title="([^"]*)"/g)].map(([, title]) => title)).toEqual([word]);
  expect(html.includes(`>${means}</span>`)).toBe(!locked);
});
