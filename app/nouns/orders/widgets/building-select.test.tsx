import { expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { BuildingSelect } from './building-select.tsx';

const buildings = [
  { code: '10', name: 'Main' },
  { code: '11', name: 'Annex' },
];
const shown = (count: number, isChosen: boolean) =>
  rendered(
    <BuildingSelect label="Warehouse" buildings={buildings.slice(0, count)} isChosen={isChosen} value="" onChange={() => undefined} />,
  );

test.each([
  [2, false, true],
  [1, false, false],
  [1, true, true],
  [0, true, true],
])('with %i buildings, and one chosen before: %s, there is a choice: %s', (count, isChosen, isThere) => {
  expect(shown(count, isChosen).includes('As the mapping says')).toBe(isThere);
});
