import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import type { ShownImport } from '../shown-import.ts';
import { ImportActions } from '../widgets/import-actions.tsx';
import { AlsoCreates } from './also-creates.tsx';

const noun = { one: 'category', many: 'categories' };
const also = { count: 2, names: ['Bowls', 'Cups'] };
const shownWith = (room: number) =>
  ({
    ...{ id: 1, state: 'checked', created: 3, changed: 0, wrong: 0, entity: { name: 'products' }, discarded_at: null },
    ...{ also_creates: also, creates: { ...noun, most: 1_000, room } },
  }) as never as ShownImport;
const textOf = (widget: React.ReactNode) => rendered(widget).replace(/\s+/g, ' ');

test('what else is created is named, and what there is no room for is refused before it is applied', () => {
  expect(textOf(<AlsoCreates shown={shownWith(2)} />)).toContain('Applying also creates 2 categories: Bowls, Cups');
  expect(textOf(<ImportActions shown={shownWith(2)} />)).not.toContain('too many');
  expect(textOf(<AlsoCreates shown={shownWith(1)} />)).toContain('The file names 2 new categories, and there is room for only 1:');
  expect(textOf(<ImportActions shown={shownWith(1)} />)).toContain('It would create too many categories.');
});
