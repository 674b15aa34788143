import { beforeAll, expect, test } from 'vitest';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';
import type { OneAction } from '../../../shared/runs/words/one-labels.ts';
import { type RunSubject, wordSubject } from '../../../shared/runs/words/subjects.ts';

const own = testWeb();
let admin: Person;
let key = '';

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Acme', { name: 'Robot', scopes: [...scopes] }));
});

const of = (name: string, action: OneAction): RunSubject => ({ code: 'one', name, action });
const keyWith = async (...wanted: string[]) =>
  (await makeKey(own, admin, { name: `Key ${++started}`, scopes: wanted })).json().key as string;
let started = 0;
async function run(facts: {
  kind?: string;
  subject: RunSubject;
  entity?: string | null;
  record?: string;
  sentence?: object;
}): Promise<number> {
  const { kind = 'action', subject, entity = null, record, sentence = null } = facts;
  const [row] = await own.sql<{ id: string }>(
    `insert into runs (account_id, kind, subject, entity, state, sentence, total, done) values ($1, $2, $3, $4, 'done', $5, 1, 1) returning id`,
    [admin.accountId, kind, subject, entity, sentence],
  );
  if (record)
    await own.sql(
      `insert into run_outcomes (account_id, run_id, outcome, record_type, record_id, label) values ($1, $2, 'done', $3, $4, $5)`,
      [...[admin.accountId, row?.id, record, ++started, wordSubject(subject)]],
    );
  return Number(row?.id);
}
const shown = async (id: number, by: string) => {
  const [list, one] = [await use(own, by, { url: `/v1/runs?ids=${id}` }), await use(own, by, { url: `/v1/runs/${id}` })];
  expect(list.json().data).toEqual([one.json()]);
  const { subject, sentence } = one.json();
  return [subject, sentence];
};

test.each([
  ['a ticket', { subject: of('Damage: Anna Blum', 'assign'), entity: 'support_tickets', record: 'ticket' }, 'read_tickets', 'tickets'],
  ['an order', { subject: of('SO-7', 'hold'), entity: 'orders', record: 'order' }, 'write_orders', 'orders'],
  ['a purchase order', { subject: of('PO-9', 'process-receipts') }, 'read_purchase_orders', 'purchase orders'],
  [
    'goods that came',
    {
      subject: { code: 'receipt_set_aside', units: 3, sku: 'MUG', announcement: null } as const,
      entity: 'purchase_orders',
      record: 'receipt',
    },
    'read_purchase_orders',
    'purchase orders',
  ],
  ['a product', { subject: of('MUG', 'delete'), entity: 'products', record: 'product' }, 'read_products', 'products'],
  [
    'a product that is uploaded',
    { kind: 'bulk', subject: { code: 'uploaded', sku: 'MUG', profiles: ['Shop'] } as const, entity: 'products' },
    'read_products',
    'products',
  ],
  ['a raw material', { subject: of('CLAY', 'delete'), entity: 'raw_materials', record: 'raw_material' }, 'read_products', 'raw materials'],
  ['a rule', { subject: of('Ground', 'save'), entity: 'rules', record: 'rule' }, 'read_mappings', 'rules'],
  ['a mapping', { subject: of('GROUND', 'link'), record: 'connection' }, ['read_links', 'read_mappings'], 'records'],
])('a run over %s names it to a key that may read such records alone', async (_what, facts, scope, instead) => {
  const id = await run({ ...facts, sentence: { code: 'receipts_refused', reason: wordSubject(facts.subject) } });
  expect(await shown(id, await keyWith('read_runs'))).toEqual([instead, null]);
  const wanted = [scope].flat();
  expect((await shown(id, await keyWith('read_runs', ...wanted)))[0]).toBe(wordSubject(facts.subject));
  expect((await shown(id, key))[0]).toBe(wordSubject(facts.subject));
  const last = String(wanted.at(-1)).slice(String(wanted.at(-1)).indexOf('_'));
  const others = scopes.filter((each) => each !== `read${last}` && each !== `write${last}`);
  expect(await shown(id, await keyWith(...others))).toEqual([instead, null]);
});

test('nobody but people reads the name of a department, and all read tags', async () => {
  expect(await shown(await run({ subject: of('Returns', 'delete'), entity: 'departments', record: 'department' }), key)).toEqual([
    'departments',
    null,
  ]);
  const tag = await run({ subject: of('Late', 'delete'), entity: 'tags', record: 'tag' });
  expect(await shown(tag, await keyWith('read_runs'))).toEqual(['Late: Delete', null]);
});

test('what runs over no record is shown to all', async () => {
  for (const facts of [
    { kind: 'sync', subject: { code: 'stream', stream: 'orders' } as const },
    { kind: 'import', subject: { code: 'file', entity: 'products', phase: 'check' } as const },
  ])
    expect((await shown(await run(facts), await keyWith('read_runs')))[0]).toBe(wordSubject(facts.subject));
});
