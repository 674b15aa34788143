import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';
import { createItem } from '../items/commands.ts';
import type { Kind } from '../kinds.ts';
import { itemValues } from '../values/item-values.ts';

const own = testWeb();
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const kinds = ['products', 'raw_materials'] as const;
let ann: Person;
let bea: Person;

beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

const url = (kind: Kind, rest = '') => `/api/${kind}/categories${rest}`;
const get = (kind: Kind, rest = '', person = ann, headers = {}) => own.as(person, { url: url(kind, rest), headers });
const post = (kind: Kind, rest: string, payload: unknown, person = ann) =>
  own.as(person, { method: 'POST', url: url(kind, rest), payload: payload as object });
const names = async (kind: Kind, person = ann) => (await get(kind, '', person)).json().map(({ name }: { name: string }) => name);
const added = async (kind: Kind, category: string): Promise<number> => (await post(kind, '/create', { category })).json().id;

test.each(kinds)('%s: the four calls of the specification', async (kind) => {
  const created = await post(kind, '/create', { category: ' Mugs ' });
  expect([created.statusCode, created.json()]).toEqual([201, { id: expect.any(Number), name: 'Mugs' }]);
  const id = created.json().id;
  const cups = await added(kind, 'Cups');
  expect((await get(kind)).json()).toEqual([
    { id: cups, name: 'Cups' },
    { id, name: 'Mugs' },
  ]);
  const swapped = await post(kind, '/update', [
    { id, name: 'Cups' },
    { id: cups, name: 'Mugs' },
  ]);
  expect([swapped.statusCode, swapped.json()]).toEqual([
    200,
    [
      { id, name: 'Cups' },
      { id: cups, name: 'Mugs' },
    ],
  ]);
  await own.as(ann, { method: 'POST', url: `/api/${kind}`, payload: { sku: 'A', name: 'A', category: 'Cups' } });
  const kept = await get(kind, `/delete/${id}`);
  expect([kept.statusCode, kept.json()]).toEqual([
    210,
    {
      message:
        'Sorry, cannot delete category. There are items assigned to the category.  Please, reassign items to different categories before deleting.',
    },
  ]);
  const left = await get(kind, `/delete/${cups}`);
  expect([left.statusCode, left.json()]).toEqual([200, [{ id, name: 'Cups' }]]);
  const gone = await own.as(ann, { method: 'DELETE', url: url(kind, `/delete/${cups}`) });
  expect([gone.statusCode, gone.json().errorMessage]).toEqual([404, 'This category does not exist.']);
});

test.each(kinds)('%s: a category stays to which an item is being assigned at the moment', async (kind) => {
  const id = await added(kind, 'About to be used');
  const deletion = await inTenant(own.database, ann, async (tenant) => {
    await createItem(tenant, kind, { sku: 'LATE', ...itemValues.parse({ name: 'A mug', category: 'About to be used' }) });
    const reply = get(kind, `/delete/${id}`);
    await expect.poll(async () => (await own.sql(waiting)).length, { timeout: 30_000 }).toBe(1);
    return { reply };
  });
  expect((await deletion.reply).statusCode).toBe(210);
  expect(await names(kind)).toContain('About to be used');
});

test('a link, an image or another site deletes nothing', async () => {
  const id = await added('products', 'Kept');
  const reply = await get('products', `/delete/${id}`, ann, { 'x-requested-with': '' });
  expect([403, 405]).toContain(reply.statusCode);
  expect(await names('products')).toContain('Kept');
});

test('a name is one category’s of its kind, whatever its case, and what is wrong is said', async () => {
  await added('products', 'Vases');
  const again = await post('products', '/create', { category: 'VASES' });
  expect([again.statusCode, again.json()]).toEqual([422, { category: ['There is a category of products named “VASES” already.'] }]);
  expect((await post('products', '/create', { category: '  ' })).json()).toEqual({ category: ['Give the category a name.'] });
  expect((await post('raw_materials', '/create', { category: 'Vases' })).statusCode).toBe(201);
  const id = await added('products', 'Pots');
  const taken = await post('products', '/update', [{ id, name: 'vases' }]);
  expect([taken.statusCode, taken.json().errorMessage]).toEqual([409, 'There is a category of products named “vases” already.']);
  expect(await names('products')).toContain('Pots');
});

test('a rename that began before another is refused, and says what the name is now; what both want is no change', async () => {
  const id = await added('products', 'Gifts');
  const rename = (name: string, was: string) => post('products', '/update', [{ id, name, was }]);
  expect((await rename('Presents', 'Gifts')).statusCode).toBe(200);
  const late = await rename('Wrapping', 'Gifts');
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: withTime('You renamed “Gifts” to “Presents” on …. Look at it again before you save.'),
      code: 'changed_meanwhile',
    },
  ]);
  expect((await rename('Presents', 'Gifts')).statusCode).toBe(200);
  expect((await rename('Wrapping', 'Presents')).statusCode).toBe(200);
});

test('another account’s categories are not there', async () => {
  const id = await added('products', 'Secret');
  expect(await names('products', bea)).toEqual([]);
  expect((await post('products', '/update', [{ id, name: 'Mine' }], bea)).statusCode).toBe(404);
  expect((await get('products', `/delete/${id}`, bea)).statusCode).toBe(404);
  expect(await names('products')).toContain('Secret');
});
