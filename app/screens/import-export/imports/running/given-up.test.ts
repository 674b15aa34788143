import { expect, onTestFinished, test } from 'vitest';
import { importing } from '../../../../../test/imports.ts';
import { testWeb } from '../../../../../test/web.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';

const own = testWeb();
const { check, act, work, stateOf } = importing(own);

/** An import of a product that is about to be applied. */
async function aboutToApply() {
  const ann = await own.person(await own.account());
  const id = await check(ann, 'sku,name\nMUG,A mug\n');
  await act(ann, id, 'apply');
  const products = async () => (await own.sql('select from products where account_id = $1', [ann.accountId])).length;
  return { ann, id, products };
}

test('an import whose job is given up ends at its first failure: it says so, and nothing of it was done', async () => {
  const { ann, id, products } = await aboutToApply();
  await own.sql(`
    create function no_space() returns trigger language plpgsql as $$ begin raise exception 'No space left on device'; end $$;
    create trigger faulty before insert on changes for each row execute function no_space()`);
  onTestFinished(async () => void (await own.sql('drop trigger faulty on changes')));
  await expect(work(ann, id, undefined, true)).rejects.toThrow('No space left on device');
  expect([await products(), await stateOf(id)]).toMatchObject([0, { state: 'failed', problem: importTexts.failed }]);
  const runs = await own.sql('select state from runs where id = (select run_id from imports where id = $1)', [id]);
  expect(runs).toEqual([{ state: 'failed' }]);
});

test('an import that a worker leaves at the last attempt because it stops is not given up: another job goes on with it', async () => {
  const { ann, id, products } = await aboutToApply();
  const key = `import:${ann.accountId}:${id}`;
  await own.sql('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [key]);
  await expect(work(ann, id, AbortSignal.abort(), true)).rejects.toThrow('another begins the phase again');
  expect(await stateOf(id)).toMatchObject({ state: 'applying', problem: null });
  expect(await own.sql('select attempts from graphile_worker._private_jobs where key = $1', [key])).toEqual([{ attempts: 0 }]);
  await work(ann, id);
  expect([await products(), await stateOf(id)]).toMatchObject([1, { state: 'applied', problem: null }]);
});
