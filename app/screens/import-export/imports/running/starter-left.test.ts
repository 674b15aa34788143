import { expect, test } from 'vitest';
import { importing } from '../../../../../test/imports.ts';
import { testWeb } from '../../../../../test/web.ts';

const own = testWeb();
const { check, act, work, stateOf } = importing(own);
const problem = 'Nothing of it was done: whoever asked for it is no longer in the team.';
const notUndone = 'It was not undone: whoever asked for that is no longer in the team.';

test('nothing of a file is applied or undone for who was removed from the team before its turn', async () => {
  const account = await own.account();
  const [ann, bea] = [await own.person(account), await own.person(account)];
  const skus = () => own.sql('select sku from products where account_id = $1', [account]);
  const leave = () => own.sql('delete from members where user_id = $1', [ann.userId]);
  const ofAnn = await check(ann, 'sku,name\nMUG,A mug\n');
  expect((await act(ann, ofAnn, 'apply')).statusCode).toBe(200);
  await leave();
  await work(ann, ofAnn);
  expect([await skus(), await stateOf(ofAnn)]).toMatchObject([[], { state: 'failed', problem }]);
  const ofBea = await check(bea, 'sku,name\nMUG,A mug\n');
  await act(bea, ofBea, 'apply');
  await work(bea, ofBea);
  expect(await skus()).toEqual([{ sku: 'MUG' }]);
  await own.sql(`update imports set state = 'undoing' where id = $1`, [ofBea]);
  await work(ann, ofBea);
  expect([await skus(), await stateOf(ofBea)]).toMatchObject([[{ sku: 'MUG' }], { state: 'applied', problem: notUndone }]);
});

test('nothing of a file is applied or undone for who may no longer change such records', async () => {
  const account = await own.account();
  const ann = await own.person(account, 'admin');
  const texts = () => own.sql(`select description from departments where account_id = $1 and name = 'Returns'`, [account]);
  const become = (role: string) => own.sql('update members set role = $2 where user_id = $1', [ann.userId, role]);
  const id = await check(ann, 'name,description\nReturns,Tests returns\n', { entity: 5 });
  expect((await act(ann, id, 'apply')).statusCode).toBe(200);
  await become('user');
  await work(ann, id);
  const mayNot = 'Nothing of it was done: the role of whoever asked for it no longer allows it.';
  expect([await texts(), await stateOf(id)]).toMatchObject([[], { state: 'failed', problem: mayNot }]);
  await become('admin');
  const again = await check(ann, 'name,description\nReturns,Tests returns\n', { entity: 5 });
  await act(ann, again, 'apply');
  await work(ann, again);
  expect((await act(ann, again, 'undo')).statusCode).toBe(200);
  await become('user');
  await work(ann, again);
  const notUndoneNow = 'It was not undone: the role of whoever asked for that no longer allows it.';
  expect([await texts(), await stateOf(again)]).toMatchObject([
    [{ description: 'Tests returns' }],
    { state: 'applied', problem: notUndoneNow },
  ]);
});
