import { expect, test } from 'vitest';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

test('a form that somebody went back to, and asked something else with, raises another ticket; sent twice it raises one', async () => {
  const accountId = await own.account();
  const [ann, bea] = [await own.person(accountId), await own.person(accountId)];
  const request = { subject_1: 'Orders', subject_2: 'Parcels are late', description: 'Since Monday.', key: 'opened-once' };
  const send = async (more: object = {}, person = ann): Promise<number> =>
    (await own.as(person, { method: 'POST', url: '/support', payload: { ...request, ...more } })).json().id;
  const other = { subject_2: 'A label is wrong', description: 'It has the old address.' };
  const [first, second] = [await send(), await send(other)];
  expect([await send(), await send(other)]).toEqual([first, second]);
  // A key that somebody else's form has as well takes nothing from theirs.
  const third = await send({}, bea);
  const { data } = (await own.as(ann, { url: '/support-tickets' })).json();
  expect(new Set(data.map(({ id }: { id: number }) => id))).toEqual(new Set([first, second, third]));
  expect(data.map(({ subject_2 }: { subject_2: string }) => subject_2).sort()).toEqual([
    'A label is wrong',
    'Parcels are late',
    'Parcels are late',
  ]);
});
