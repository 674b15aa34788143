import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { rendered } from '../../../test/rendered.tsx';
import ActivityPage from './activity-page.tsx';
import type { Run } from './contract.ts';
import { foldQuiet } from './working/fold.ts';

const run = (facts: Partial<Run>) =>
  ({
    ...{
      id: 1,
      kind: 'action',
      subject: 'SO-1: Hold',
      connection_name: null,
      slug: null,
      state: 'done',
      total: 1,
      done: 1,
      skipped: 0,
      failed: 0,
    },
    ...{ sentence: null, requested_by: 'Ann', started_at: '2026-03-04T09:00:00Z', finished_at: null, undoable: true, undone: false },
    ...facts,
  }) as Run;

function page(tab: 'people' | 'syncs', runs: Run[], path = '/activity') {
  const loaderData = { filter: {}, tab, people: [{ id: 7, name: 'Ann' }], runs: foldQuiet(runs), after: null, next: null };
  return rendered(<ActivityPage {...({ loaderData } as unknown as ComponentProps<typeof ActivityPage>)} />, { path });
}

test('what people did is filtered by person, kind, outcome and date, and each has its undo', () => {
  const text = page('people', [run({}), run({ id: 2, subject: 'SO-2: Edit', undoable: false })]);
  for (const each of ['People', 'Syncs', 'Person', 'Kind', 'Outcome', 'Date', 'SO-1: Hold', 'SO-2: Edit', 'Ann'])
    expect(text).toContain(each);
  expect(text.match(/^Undo$/gm)).toHaveLength(2);
});

test('what is under way has its count, and no total that it is beyond', () => {
  const text = (done: number) => page('people', [run({ kind: 'bulk', subject: 'orders', state: 'running', done, total: 10 })]);
  expect(text(8)).toContain('8 of 10');
  expect(text(12)).not.toContain('of 10');
});

test('an export is named as one, also where its kind has no column', () => {
  expect(page('people', [run({ kind: 'export', subject: 'orders' })])).toContain('Orders: export');
  expect(page('people', [run({ kind: 'export', subject: 'orders', done: 0, total: 0 })])).toContain('no rows');
});

test('what was undone says so, not that it is done', () => {
  const text = page('people', [run({ undoable: false, undone: true })]);
  expect(text).toMatch(/^Undone$/m);
  expect(text).not.toMatch(/^Done$/m);
});

test('what was undone in part says that, and has its undo for the rest', () => {
  const text = page('people', [run({ undoable: true, undone_in_part: true })]);
  expect(text).toMatch(/^Undone in part$/m);
  expect(text.match(/^Undo$/gm)).toHaveLength(2);
});

test('syncs without news are one line, and what the address asks for in vain is said', () => {
  const quiet = { kind: 'sync', subject: 'orders', requested_by: null, done: 0, undoable: false } as const;
  const text = page(
    'syncs',
    [run({ ...quiet, id: 3 }), run({ ...quiet, id: 2 }), run({ ...quiet, id: 1, done: 4 })],
    '/activity?tab=syncs&colour=red',
  );
  expect(text).toContain('2 reads without news');
  expect(text).not.toContain('Person');
  expect(text).toContain('colour red');
});
