import { expect, test } from 'vitest';
import { importing } from '../../../../../test/imports.ts';
import { testWeb } from '../../../../../test/web.ts';

const own = testWeb();
const { check, stateOf, errorsOf } = importing(own);

/** So long that an emoji lies across the place where it is cut. */
const long = (text: string) => `${text.repeat(999)}😀${text.repeat(4_000)}`;

test.each([
  ['a value', `sku,name,weight\nLONG,n,${long('h')}\nGOOD,n,1\n`],
  ['what is meant by it', `sku,name\nLONG,\u0000${long('n')}\nGOOD,n\n`],
  ['a row that is too wide', `sku,name\nLONG,${`${'n'.repeat(194)}😀,`.repeat(9)}\nGOOD,n\n`],
])('of %s no character is cut in two, and the rest of the file is good', async (_what, content) => {
  const ann = await own.person(await own.account());
  const id = await check(ann, content);
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1, wrong: 1 });
});

test('what is meant by a long cell is cut, and counts towards the room of the account', async () => {
  const ann = await own.person(await own.account());
  const id = await check(ann, `sku,weight\nLONG,"1,${'5'.repeat(5_000)}"\n`);
  expect((await errorsOf(ann, id))[0]).toMatch(/ → 1\.5{998}…$/);
  const [chunk] = await own.sql('select error_bytes from import_chunks where import_id = $1', [id]);
  expect(chunk?.error_bytes).toBeGreaterThan(2_000);
});
