import { beforeAll, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../test/web.ts';
import { withTime } from '../../../test/with-time.ts';

const own = testWeb();
let ann: Person;
let ben: Person;
let admin: Person;
let chief: Person;
let stranger: Person;

beforeAll(async () => {
  const accountId = await own.account('Acme');
  [ann, ben, chief] = [await own.person(accountId), await own.person(accountId), await own.person(accountId, 'account_admin')];
  admin = await own.person(accountId, 'admin');
  stranger = await own.person(await own.account('Other'), 'account_admin');
});

const columns = ['order_number', 'order_status', 'city'];
const send = (person: Person, method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  own.as(person, { method, url, ...(payload && { payload }) });
const post = (person: Person, body: object) => send(person, 'POST', '/api/views', { entity: 'orders', query: {}, columns, ...body });
const put = (person: Person, id: number, body: object) => send(person, 'PUT', `/api/views/${id}`, body);
const open = (person: Person, body: object) => send(person, 'PUT', '/api/views/opening/orders', body);

async function save(person: Person, body: object): Promise<number> {
  const reply = await post(person, body);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().view.id;
}
async function seenBy(person: Person): Promise<{ views: { id: number; name: string }[]; columns: string[] | null }> {
  return (await own.as(person, { url: '/api/views/opening/orders' })).json();
}
const namesOf = async (person: Person) => (await seenBy(person)).views.map(({ name }) => name);

test('a view stores the list’s query without default values', async () => {
  const query = { status: 'error', search: '', orderBy: 'total_cost', orderDir: 'DESC', perPage: 25 };
  const id = await save(ann, { name: '  Dear errors ', query });
  expect((await seenBy(ann)).views.find((view) => view.id === id)).toEqual({
    id,
    entity: 'orders',
    name: 'Dear errors',
    query: { status: 'error', orderBy: 'total_cost', perPage: 25 },
    columns,
    shared: false,
    owner: expect.stringMatching(/^Person/),
    mine: true,
    changeable: true,
    opens: false,
  });
});

test.each([
  [{ query: { status: 'lost' } }, 'query.status'],
  [{ query: { orderBy: 'colour' } }, 'query.orderBy'],
  [{ query: { perPage: 7 } }, 'query.perPage'],
  [{ query: { page: 2 } }, 'query'],
  [{ query: { weather: 'fair' } }, 'query'],
  [{ columns: ['order_number', 'colour'] }, 'columns.1'],
  [{ columns: ['city', 'city'] }, 'columns'],
  [{ columns: [] }, 'columns'],
  [{ name: '   ' }, 'name'],
  [{ name: 'x'.repeat(61) }, 'name'],
  [{ entity: 'weather' }, 'entity'],
])('an invalid query is refused: %j', async (body, field) => {
  const reply = await post(ann, { name: 'Nonsense', ...body });
  expect([reply.statusCode, Object.keys(reply.json())]).toEqual([422, [field]]);
  const id = await save(ann, { name: `Sense of ${JSON.stringify(body).slice(0, 40)}` });
  if (field === 'entity') return;
  const change = await put(ann, id, body);
  expect([change.statusCode, Object.keys(change.json())]).toEqual([422, [field]]);
});

test('a name is taken once a person, whatever its case; others may use it too', async () => {
  await save(ann, { name: 'Mornings' });
  const other = await save(ann, { name: 'Evenings' });
  const again = await post(ann, { name: 'MORNINGS' });
  expect([again.statusCode, again.json()]).toEqual([422, { name: ['You have a view named “MORNINGS” already.'] }]);
  expect((await put(ann, other, { name: 'mornings' })).statusCode).toBe(422);
  expect((await put(ann, other, { name: 'EVENINGS' })).statusCode).toBe(200);
  await save(ben, { name: 'Mornings' });
});

test('a private view exists only for its owner', async () => {
  const id = await save(ann, { name: 'Only mine' });
  for (const person of [ben, chief, stranger]) {
    expect(await namesOf(person)).not.toContain('Only mine');
    expect((await put(person, id, { name: 'Theirs' })).statusCode).toBe(404);
    expect((await send(person, 'DELETE', `/api/views/${id}`)).statusCode).toBe(404);
    expect((await open(person, { view: id })).statusCode).toBe(404);
  }
  expect(await namesOf(ann)).toContain('Only mine');
});

test('a shared view is used by all of the account, and changed by its maker and the admins alone', async () => {
  const id = await save(ann, { name: 'For all', shared: true });
  expect((await seenBy(ben)).views.find((view) => view.id === id)).toMatchObject({ mine: false, changeable: false, shared: true });
  expect((await seenBy(chief)).views.find((view) => view.id === id)).toMatchObject({ mine: false, changeable: true });
  expect(await namesOf(stranger)).not.toContain('For all');
  for (const other of [ben, admin])
    expect((await put(other, id, { name: 'Ben’s' })).json()).toEqual({
      ...{ code: 'not_allowed', errorMessage: 'Only Person 1, an account admin or a super admin may change this view.' },
    });
  expect((await send(ben, 'DELETE', `/api/views/${id}`)).statusCode).toBe(403);
  expect((await put(stranger, id, { name: 'Theirs' })).statusCode).toBe(404);
  expect((await put(chief, id, { name: 'For all of us', query: { view: 'held' } })).statusCode).toBe(200);
  expect((await seenBy(ben)).views.find((view) => view.id === id)).toMatchObject({ name: 'For all of us', query: { view: 'held' } });
  expect((await put(chief, id, { shared: false })).statusCode).toBe(200);
  expect(await namesOf(ben)).not.toContain('For all of us');
  expect(await namesOf(ann)).toContain('For all of us');
});

test('an admin who gives another’s view a name that its maker uses hears whose it is', async () => {
  await save(ann, { name: 'Sowing' });
  const id = await save(ann, { name: 'Harvest', shared: true });
  const reply = await put(chief, id, { name: 'sowing' });
  expect([reply.statusCode, reply.json()]).toEqual([422, { name: ['Its maker has a view named “sowing” already.'] }]);
  await send(ann, 'DELETE', `/api/views/${id}`);
});

test('what a view shows is not changed by somebody who saw it before another change', async () => {
  const id = await save(ann, { name: 'In two tabs', query: { status: 'error' }, shared: true });
  const was = { query: { status: 'error' }, columns };
  expect((await put(ann, id, { query: { status: 'error', country: 'GB' }, columns, was })).statusCode).toBe(200);
  const late = await put(chief, id, { query: { status: 'packing' }, columns, was });
  const [{ name: nameOfAnn = '' } = {}] = await own.sql<{ name?: string }>('select name from users where id = $1', [ann.userId]);
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      code: 'changed_meanwhile',
      errorMessage: withTime(
        `${nameOfAnn} changed “In two tabs” on …. Reset shows it as it is now, and + saves what you see as another view.`,
      ),
    },
  ]);
  const now = { query: { status: 'error', country: 'GB' } };
  expect((await seenBy(ben)).views.find((view) => view.id === id)).toMatchObject(now);
  expect((await put(chief, id, { query: { status: 'packing' }, columns, was: { ...was, ...now } })).statusCode).toBe(200);
  await send(ann, 'DELETE', `/api/views/${id}`);
});

test('of two changes at once that saw the same view, one is refused', async () => {
  const id = await save(ann, { name: 'At once', query: { status: 'error' }, shared: true });
  const was = { query: { status: 'error' }, columns };
  const change = (status: string) => put(ann, id, { query: { status }, columns, was });
  const replies = await Promise.all(['packing', 'shipped', 'pending', 'held'].map(change));
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
  await send(ann, 'DELETE', `/api/views/${id}`);
});

test('each person has one view that the list opens with, which may be another’s as long as it is shared', async () => {
  const mine = await save(ben, { name: 'Opens', opens: true });
  const opening = async (person: Person) =>
    (await seenBy(person)).views.filter((view) => 'opens' in view && view.opens).map(({ id }) => id);
  expect([await opening(ben), await opening(ann)]).toEqual([[mine], []]);
  const shared = await save(ann, { name: 'Opens for Ben', shared: true });
  expect((await open(ben, { view: shared })).statusCode).toBe(200);
  expect(await opening(ben)).toEqual([shared]);
  await put(ann, shared, { shared: false });
  expect(await opening(ben)).toEqual([]);
  await put(ann, shared, { shared: true });
  await send(ann, 'DELETE', `/api/views/${shared}`);
  expect(await opening(ben)).toEqual([]);
  await open(ben, { view: mine });
  await open(ben, { view: null });
  expect(await opening(ben)).toEqual([]);
});

test('the columns last chosen are kept by person, beside the view that opens', async () => {
  const id = await save(chief, { name: 'Kept', opens: true });
  expect((await open(chief, { columns: ['order_number', 'city'] })).statusCode).toBe(200);
  expect(await seenBy(chief)).toMatchObject({ columns: ['order_number', 'city'], views: [{ id, opens: true }] });
  expect((await seenBy(ann)).columns).toBeNull();
  expect((await open(chief, { columns: ['colour'] })).statusCode).toBe(422);
  await open(chief, { columns: null });
  expect((await seenBy(chief)).columns).toBeNull();
});

test('a person has at most as many views as fit a menu', async () => {
  const person = await own.person(ann.accountId);
  const { accountId, userId } = person;
  await own.sql(
    `insert into saved_views (account_id, entity, owner_id, name, query, columns) select $1, 'orders', $2, 'View ' || n, '{}',
      '{order_number}' from generate_series(1, 100) as n`,
    [accountId, userId],
  );
  expect((await post(person, { name: 'One more' })).json()).toMatchObject({ code: 'too_many' });
  expect((await seenBy(person)).views.filter(({ name }) => /^View \d/.test(name))).toHaveLength(100);
});

test('the list of views has the own ones and what others share, and says whose they are', async () => {
  const accountId = await own.account('Views');
  const [dan, eve] = [await own.person(accountId), await own.person(accountId)];
  for (const name of ['Beta', 'alpha']) await save(dan, { name, shared: name === 'Beta' });
  await save(eve, { name: 'Gamma', shared: true });
  const list = async (person: Person, query = '') => (await own.as(person, { url: `/api/views?${query}` })).json();
  const namesIn = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
  expect(await list(dan)).toMatchObject({ total: 3, current_page: 1, last_page: 1, next_page_url: null });
  expect(namesIn(await list(dan))).toEqual(['alpha', 'Beta', 'Gamma']);
  expect(namesIn(await list(eve))).toEqual(['Beta', 'Gamma']);
  expect(namesIn(await list(dan, 'owner=others'))).toEqual(['Gamma']);
  expect(namesIn(await list(eve, 'owner=me&entity=orders'))).toEqual(['Gamma']);
  expect(namesIn(await list(dan, 'search=A&orderDir=DESC'))).toEqual(['Gamma', 'Beta', 'alpha']);
});

test('changes of a shared view are recorded, those of a private one are not', async () => {
  const [open, closed] = [await save(chief, { name: 'Recorded', shared: true }), await save(chief, { name: 'Unrecorded' })];
  for (const id of [open, closed]) await put(chief, id, { name: `Renamed ${id}` });
  for (const id of [open, closed]) await send(chief, 'DELETE', `/api/views/${id}`);
  const entries = await own.sql<{ record_id: string; verb: string }>(
    `select record_id, verb from audit_entries where noun = 'view' and user_id = $1 and record_id = any($2) order by id`,
    [chief.userId, [open, closed]],
  );
  expect(entries.map(({ record_id, verb }) => [Number(record_id), verb])).toEqual(
    ['created', 'changed', 'deleted'].map((verb) => [open, verb]),
  );
});
