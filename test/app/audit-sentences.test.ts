import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mappingNouns } from '../../app/nouns/order-flow/release/delay.ts';
import { changesIn, sentenceOf } from '../../app/people/audit/entry.ts';
import type { AuditVerb } from '../../platform/audit-verbs.ts';

type Changes = Record<string, [from: unknown, to: unknown]>;
/** `of`: the fields that the sentence names. */
type Row = [verb: AuditVerb, noun: string, name: string, of: string, changes: Changes, shown: string];

const rule = { source_name: 'Country', source_value: 'DE', destination_name: 'Warehouse', destination_value: 'RNO' };

/** Every kind of record of the audit with the values that its command writes, and how its page then reads. */
const audited: Row[] = [
  ['changed', 'account', 'Shop', 'timezone of', { timezone: ['UTC', 'Europe/Berlin'] }, 'timezone: UTC → Europe/Berlin'],
  ['started', 'bulk action', 'Change', '', { orders: [null, 3], set: [null, { note: 'Gift' }] }, 'orders: → 3; note: → Gift'],
  ['deleted', 'buyer of connection', 'Shop', '', { orders: [2, null] }, 'orders: 2 →'],
  ['deleted', 'buyers of connection', 'Shop', '', { orders: [9, null] }, 'orders: 9 →'],
  ['created', 'category', 'Mugs', '', { name: [null, 'Mugs'], kind: [null, 'products'] }, 'kind: → products'],
  ['imported', 'channel products', 'Shop', '', {}, ''],
  ['changed', 'choice of import', 'Shop', 'keeps of', { keeps: ['Shop', 'Shop 2'] }, 'keeps: Shop → Shop 2'],
  ['deleted', 'comment', 'on order SO-1', '', { body: ['Call first', null] }, 'body: Call first →'],
  [
    'connected',
    'connection',
    'Shop',
    '',
    { connector: [null, 'ship_station'], api_key: [null, 'entered'] },
    'connector: → ship_station; API key: → entered',
  ],
  ['reconnected', 'connection', 'Shop', '', { api_key: [null, 'replaced'] }, 'API key: → replaced'],
  ['deleted', 'connector product', 'MUG', '', { name: ['A mug', null], linked: [true, null] }, 'name: A mug →; linked: yes →'],
  ['deleted', 'connector products', 'Shop', '', { products: [12, null] }, 'products: 12 →'],
  ['changed', 'department', 'Help', 'name of', { name: ['Support', 'Help'] }, 'name: Support → Help'],
  ['changed', 'e-mail notification', 'Orders', 'enabled of', { enabled: [false, true] }, 'enabled: no → yes'],
  ['deleted', 'export', 'of orders', '', {}, ''],
  ['created', 'file', 'box.png', '', { bytes: [null, 120], type: [null, 'image/png'] }, 'bytes: → 120; type: → image/png'],
  [
    'changed',
    'import',
    'may.csv',
    'state, SKU and create categories of',
    {
      state: ['checked', 'checking'],
      columns: [
        { sku: 0, name: 2 },
        { sku: 1, name: 2 },
      ],
      create_categories: [false, true],
    },
    'state: checked → checking; SKU: 0 → 1; create categories: no → yes',
  ],
  ['decided about', 'installation', 'this copy', '', { sends: ['nothing', 'once it is compared'] }, 'sends: nothing → once it is compared'],
  ['created', 'invitation', 'bo@example.com', '', { email: [null, 'bo@example.com'], role: [null, 'user'] }, 'role: → user'],
  ['changed', 'location mapping', '3 codes', '', { 'FBA-1': [null, 'RNO'] }, 'FBA-1: → RNO'],
  ['changed', 'mail address', 'a@example.com', 'confirmed of', { confirmed: [null, true] }, 'confirmed: → yes'],
  [
    'changed',
    'mails',
    'Ann',
    'mails of',
    { mails: [['orders waiting'], ['orders waiting', 'po received']] },
    'mails: orders waiting → orders waiting, po received',
  ],
  [
    'created',
    'mappable field',
    'giftNote',
    '',
    { connector: [null, 'ship_station'], name: [null, 'giftNote'] },
    'connector: → ship_station',
  ],
  ['changed', 'marketplace listing', 'MUG', 'profiles of', { profiles: [null, ['UK', 'DE']] }, 'profiles: → UK, DE'],
  [
    'changed',
    'marketplace listings',
    '4 products',
    'profiles and products of',
    { profiles: [null, 2], products: [null, 4] },
    'profiles: → 2; products: → 4',
  ],
  ['changed', 'notification rule', 'Orders that wait', 'people of', { people: [['Ann'], ['Ann', 'Ben']] }, 'people: Ann → Ann, Ben'],
  [
    'edited',
    'order',
    'SO-1',
    '',
    { city: ['Rome', 'Paris'], 'quantity of MUG': [2, 5], 'quantity of CUP': [1, null] },
    'city: Rome → Paris; quantity of MUG: 2 → 5; quantity of CUP: 1 →',
  ],
  ['changed', 'order', 'SO-1', 'second parcel of', { second_parcel: [null, '1 of MUG, 2 of CUP'] }, 'second parcel: → 1 of MUG, 2 of CUP'],
  ['held', 'order', 'SO-1', '', { action: [null, 'Hold'] }, 'action: → Hold'],
  ['changed', 'order line', 'SO-1', '', { MUG: ['CUP', 'POT × 6'] }, 'MUG: CUP → POT × 6'],
  ['changed', 'portal message', 'Closed on Monday', 'body of', { body: ['Closed on Monday', 'Open'] }, 'body: Closed on Monday → Open'],
  ['changed', 'product link', 'MUG', '', { MUG: [null, 'CUP'] }, 'MUG: → CUP'],
  [
    'decided about',
    'purchase order',
    'PO-1',
    '',
    { receipt: [null, '20 of MUG'], decision: [null, 'accepted'] },
    'receipt: → 20 of MUG; decision: → accepted',
  ],
  [
    'changed',
    'purchase order',
    'PO-1',
    '',
    { 'Delivery of MUG': ['2026-12-03', '2026-12-05'] },
    'Delivery of MUG: Dec 3, 2026 → Dec 5, 2026',
  ],
  [
    'decided about',
    'receipt',
    '20 of MUG',
    '',
    { decision: [null, 'set aside'], reason: [null, 'A sample'] },
    'decision: → set aside; reason: → A sample',
  ],
  ['started', 'remapping of locations', 'Shop', '', { products: [null, 3], orders: [null, 1] }, 'products: → 3; orders: → 1'],
  ['changed', 'saved reply', 'Late', 'text of', { text: ['Sorry', 'So sorry'] }, 'text: Sorry → So sorry'],
  [
    'changed',
    'schedule',
    'Shop',
    'use time window orders of',
    { use_time_window_orders: [false, true] },
    'use time window orders: no → yes',
  ],
  ['created', 'shipping option', 'UPS', '', { connectorCode: [null, 'UPS'], amwareCode: [null, 'UPSGR'] }, 'amware code: → UPSGR'],
  ['imported', 'shipping options', 'Shop', '', { listed: [null, 9], added: [null, 2] }, 'listed: → 9; added: → 2'],
  ['changed', 'stock at a channel', 'Shop', 'told of', { told: [null, 120] }, 'told: → 120'],
  ['changed', 'stock buffer', 'MUG', 'buffer of', { buffer: [0, 5] }, 'buffer: 0 → 5'],
  ['changed', 'stock settings', 'Shop', 'mode of', { mode: ['off', 'all'] }, 'mode: off → all'],
  ['created', 'support message', '#12 Late', '', { body: [null, 'Where is it?'], files: [null, 1] }, 'body: → Where is it?; files: → 1'],
  ['changed', 'support ticket', '#12 Late', 'status of', { status: ['open', 'closed'] }, 'status: open → closed'],
  ['started', 'sync', 'Shop', '', { streams: [null, 4] }, 'streams: → 4'],
  ['changed', 'sync options', 'NetSuite', 'subsidiary name of', { subsidiary_name: ['UK', 'US'] }, 'subsidiary name: UK → US'],
  [
    'changed',
    'team member',
    'Ann',
    'departments of',
    { departments: [['Support'], ['Support', 'Sales']] },
    'departments: Support → Support, Sales',
  ],
  ['dismissed', 'unknown references', 'Amware', '', { references: [null, ['CD-1', 'CD-2']] }, 'references: → CD-1, CD-2'],
  ['dismissed', 'unreadable record', '1001', '', {}, ''],
  ['changed', 'view', 'Late', 'columns of', { columns: [['status'], ['status', 'total']] }, 'columns: status → status, total'],
  [
    'changed',
    'field mapping',
    'Warehouse',
    'destination value of',
    { rule: [rule, { ...rule, destination_value: 'LON' }] },
    'destination value: RNO → LON',
  ],
  ['deleted', 'preset', 'Note', '', { rule: [{ field_value: 'Fragile' }, null] }, 'field value: Fragile →'],
  [
    'changed',
    'tag',
    'Fragile',
    'name and color of',
    { name: ['Glass', 'Fragile'], color: ['grey', 'red'] },
    'name: Glass → Fragile; color: grey → red',
  ],
  ['merged', 'tag', 'Glass', '', { into: [null, 'Fragile'], records: [null, 12] }, 'into: → Fragile; records: → 12'],
];

const style = { timezone: 'UTC', dateStyle: 'month_first' } as const;

test.each(audited)('%s %s “%s”', (verb, noun, record_name, of, changes, shown) => {
  const entry = {
    verb,
    noun,
    record_name,
    changes: Object.fromEntries(Object.entries(changes).map(([field, [from, to]]) => [field, { from, to }])),
  };
  const kind = noun === 'connection' && verb === 'connected' ? [] : [noun];
  expect(sentenceOf(entry)).toBe([verb, ...(of ? [of] : []), ...kind, `“${record_name}”`].join(' '));
  const written = changesIn(entry, style).map((change) => [`${change.field}:`, change.from, '→', change.to].filter(Boolean).join(' '));
  expect(written.join('; ')).toBe(shown);
});

/** Nouns of the ledger that are audited as a change of the order. */
const ofOrders = ['order split'];

test('the kinds of the audit are those of the table', async () => {
  const listed = new Set([...audited.map(([, noun]) => noun), ...ofOrders]);
  expect((await nounsOfTheSource()).filter((noun) => !listed.has(noun))).toEqual([]);
});

/** What is given to `writeAudit`, and what the ledger calls its nouns. */
async function nounsOfTheSource(): Promise<string[]> {
  const root = `${import.meta.dirname}/../../app`;
  const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('demo/'));
  const texts = await Promise.all(names.map((name) => readFile(`${root}/${name}`, 'utf8')));
  const found = texts.flatMap((text) => [
    ...(text.includes('writeAudit') ? text.matchAll(/noun: (?:\w+ \? )?'([a-z -]+)'(?: : '([a-z ]+)')?/g) : []),
    ...text.matchAll(/ChangeNoun(?:>)?(?: =|,)?\s*\{\s*name: '([a-z ]+)'/g),
  ]);
  return [...new Set([...found.flatMap(([, ...nouns]) => nouns.filter(Boolean) as string[]), ...Object.values(mappingNouns)])];
}
