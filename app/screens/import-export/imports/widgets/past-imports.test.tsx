import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import type { ShownImport } from '../shown-import.ts';
import { PastImports } from './past-imports.tsx';

const shown = (kept: number) =>
  ({
    ...{ id: 1, file_name: 'items.csv', connection: null, state: 'undone', applied: 3, kept, wrong: 0 },
    ...{ created_at: '2026-03-04T09:00:00Z', requested_by: 'Ann' },
  }) as never as ShownImport;

test.each([
  [0, 'Undone'],
  [2, 'Undone in part'],
])('an import whose undo left %d records as they are is called “%s”', (kept, label) => {
  expect(rendered(<PastImports imports={[shown(kept)]} label="Imports" />)).toMatch(new RegExp(`^${label}$`, 'm'));
});
