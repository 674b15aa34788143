import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { mappingNouns } from '../../app/nouns/order-flow/release/delay.ts';
import { changesIn, sentenceOf } from '../../app/people/audit/entry.ts';
import { valuesOf } from '../../app/people/audit/values.ts';
import { wordOf } from '../../app/people/audit/words/words.ts';
import type { AuditVerb } from '../../platform/audit-verbs.ts';

type Changes = Record<string, [from: unknown, to: unknown]>;
/** `of`: the fields that the sentence names. */
type Row = [verb: AuditVerb, noun: string, name: string, of: string, changes: Changes, shown: string];

const rule = {
  ...{ source_field: 'country', source_name: 'Country', source_value: 'DE' },
  ...{ destination_field: 'warehouse', destination_name: 'Warehouse', destination_value: 'RNO' },
};

/** Every kind of record of the audit with the values that its command writes, and how its page then reads. */
const audited: Row[] = [
  ['changed', 'account', 'Shop', 'Time zone of', { timezone: ['UTC', 'Europe/Berlin'] }, 'Time zone: UTC → Europe/Berlin'],
  ['started', 'bulk action', 'Change', '', { orders: [null, 3], set: [null, { note: 'Gift' }] }, 'Orders: → 3; Note: → Gift'],
  ['deleted', 'buyer of connection', 'Shop', '', { orders: [2, null] }, 'Orders: 2 →'],
  ['deleted', 'buyers of connection', 'Shop', '', { orders: [9, null] }, 'Orders: 9 →'],
  ['created', 'category', 'Mugs', '', { name: [null, 'Mugs'], kind: [null, 'raw_materials'] }, 'Of: → raw materials'],
  ['imported', 'channel products', 'Shop', '', {}, ''],
  ['changed', 'choice of import', 'Shop, Shop 2', 'Source of', { sent_from: ['Shop', 'Shop 2'] }, 'Source: Shop → Shop 2'],
  ['deleted', 'comment on order', 'SO-1', '', { body: ['Call first', null] }, 'Text: Call first →'],
  [
    'connected',
    'connection',
    'Shop',
    '',
    { connector: [null, 'ShipStation'], api_key: [null, 'entered'] },
    'Kind: → ShipStation; API key: → entered',
  ],
  [
    'connected',
    'agent',
    'Desk agent',
    '',
    { scopes: [null, ['read_orders', 'read_stock']], program: [null, 'https://desk.example/agent.json'] },
    'Access: → read_orders, read_stock; Program: → https://desk.example/agent.json',
  ],
  ['disconnected', 'agent', 'Desk agent', '', { why: [null, 'shown twice'] }, 'Why: → A code or token of it was used twice'],
  ['reconnected', 'connection', 'Shop', '', { api_key: [null, 'replaced'] }, 'API key: → replaced'],
  ['deleted', 'connector product', 'MUG', '', { name: ['A mug', null], linked: [true, null] }, 'Name: A mug →; Linked: yes →'],
  ['deleted', 'connector products', 'Shop', '', { products: [12, null] }, 'Products: 12 →'],
  ['changed', 'department', 'Help', 'Name of', { name: ['Support', 'Help'] }, 'Name: Support → Help'],
  ['exported', 'orders', '', '', { selection: [null, [{ text: 'mug' }, { low_stock: true }]] }, 'Selection: → text mug; low stock yes'],
  ['changed', 'e-mail notification', 'Orders', 'Notification e-mail of', { enabled: ['0', '1'] }, 'Notification e-mail: off → on'],
  ['deleted', 'export', 'orders', '', {}, ''],
  ['created', 'file', 'box.png', '', { bytes: [null, 120], type: [null, 'image/png'] }, 'Bytes: → 120; Type: → image/png'],
  [
    'changed',
    'import',
    'may.csv',
    'State, Columns and Create missing categories of',
    {
      state: ['checked', 'checking'],
      columns: [
        ['sku', 'name'],
        ['sku', 'name', 'weight'],
      ],
      create_categories: [false, true],
    },
    'State: checked → checking; Columns: sku, name → sku, name, weight; Create missing categories: no → yes',
  ],
  ['decided about', 'installation', '', '', { sends: ['nothing', 'when_compared'] }, 'Sends: nothing → once it is compared'],
  ['created', 'invitation', 'bo@example.com', '', { email: [null, 'bo@example.com'], role: [null, 'user'] }, 'Role: → User'],
  ['changed', 'location mapping', 'FBA-1, FBA-2', '', { 'FBA-1': [null, 'RNO'] }, 'FBA-1: → RNO'],
  ['confirmed', 'mail address', 'a@example.com', '', { confirmed: [false, true] }, ''],
  ['changed', 'mails', 'ann@example.com', 'A ticket has a reply of', { ticket_answered: [true, false] }, 'A ticket has a reply: yes → no'],
  ['created', 'mappable field', 'giftNote', '', { connector: [null, 'ShipStation'], name: [null, 'giftNote'] }, 'Connector: → ShipStation'],
  ['changed', 'marketplace listing', 'MUG', 'Profiles of', { profiles: [null, ['UK', 'DE']] }, 'Profiles: → UK, DE'],
  [
    'changed',
    'marketplace listings',
    '',
    'Profiles and Products of',
    { profiles: [null, 2], products: [null, 4] },
    'Profiles: → 2; Products: → 4',
  ],
  ['changed', 'notification rule', 'Orders that wait', 'People of', { people: [['Ann'], ['Ann', 'Ben']] }, 'People: Ann → Ann, Ben'],
  [
    'edited',
    'order',
    'SO-1',
    '',
    { city: ['Rome', 'Paris'], 'quantity of MUG': [2, 5], 'quantity of CUP': [1, null] },
    'City: Rome → Paris; quantity of MUG: 2 → 5; quantity of CUP: 1 →',
  ],
  [
    'changed',
    'order',
    'SO-1',
    'Second parcel of',
    { second_parcel: [null, [{ sku: 'MUG', quantity: 1 }]] },
    'Second parcel: → SKU MUG, quantity 1',
  ],
  ['held', 'order', 'SO-1', '', { action: [null, 'Hold'] }, ''],
  ['changed', 'order line', 'SO-1', '', { MUG: ['CUP', 'POT × 6'] }, 'MUG: CUP → POT × 6'],
  [
    'changed',
    'portal message',
    'Closed on Monday',
    'Message of',
    { body: ['Closed on Monday', 'Open'] },
    'Message: Closed on Monday → Open',
  ],
  ['changed', 'product link', 'MUG', '', { MUG: [null, 'CUP'] }, 'MUG: → CUP'],
  [
    'decided about',
    'purchase order',
    'PO-1',
    '',
    { receipt: [null, 'MUG'], quantity: [null, 20], decision: [null, 'receipt_accepted'] },
    'Receipt: → MUG; Quantity: → 20; Decision: → accepted',
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
    'MUG',
    '',
    { quantity: [null, 20], announcement: [null, null], decision: [null, 'set_aside'], reason: [null, 'A sample'] },
    'Quantity: → 20; Decision: → set aside; Why: → A sample',
  ],
  ['started', 'remapping of locations', 'Shop', '', { products: [null, 3], orders: [null, 1] }, 'Products: → 3; Orders: → 1'],
  ['changed', 'saved reply', 'Late', 'Text of', { text: ['Sorry', 'So sorry'] }, 'Text: Sorry → So sorry'],
  ['changed', 'schedule', 'Shop', 'Orders: time window of', { use_time_window_orders: [false, true] }, 'Orders: time window: no → yes'],
  ['created', 'shipping option', 'UPS', '', { connectorCode: [null, 'UPS'], amwareCode: [null, 'UPSGR'] }, 'Shipping method: → UPSGR'],
  ['imported', 'shipping options', 'Shop', '', { listed: [null, 9], added: [null, 2] }, 'Listed by the channel: → 9; Added: → 2'],
  ['changed', 'stock at a channel', 'Shop', 'Products told of', { told: [null, 120] }, 'Products told: → 120'],
  ['changed', 'stock buffer', 'MUG', 'Buffer of', { buffer: [0, 5] }, 'Buffer: 0 → 5'],
  ['changed', 'stock settings', 'Shop', 'Stock of', { mode: ['off', 'on'] }, 'Stock: Off → On'],
  ['created', 'support message', '#12 Late', '', { body: [null, 'Where is it?'], files: [null, 1] }, 'Text: → Where is it?; Files: → 1'],
  ['changed', 'support ticket', '#12 Late', 'Status of', { status: ['open', 'closed'] }, 'Status: open → closed'],
  [
    'decided about',
    'stock count',
    'Amware',
    '',
    { decision: [null, 'used'], named: [null, 0], before: [null, 40] },
    'Decision: → used; Products named: → 0; Products before: → 40',
  ],
  ['started', 'sync', 'Shop', '', { streams: [null, 4] }, 'Streams: → 4'],
  ['changed', 'sync options', 'NetSuite', 'Subsidiary of', { subsidiary_name: ['UK', 'US'] }, 'Subsidiary: UK → US'],
  [
    'changed',
    'team member',
    'Ann',
    'Departments of',
    { departments: [['Support'], ['Support', 'Sales']] },
    'Departments: Support → Support, Sales',
  ],
  ['dismissed', 'unknown references', 'Amware', '', { references: [null, ['CD-1', 'CD-2']] }, 'References: → CD-1, CD-2'],
  ['dismissed', 'unreadable record', '1001', '', {}, ''],
  ['changed', 'view', 'Late', 'Columns of', { columns: [['status'], ['status', 'total']] }, 'Columns: status → status, total'],
  [
    'changed',
    'field mapping',
    'Warehouse',
    'Destination value of',
    { rule: [rule, { ...rule, destination_value: 'LON' }] },
    'Destination value: RNO → LON',
  ],
  ['deleted', 'preset', 'Note', '', { rule: [{ field_value: 'Fragile' }, null] }, 'Preset value: Fragile →'],
  [
    'changed',
    'tag',
    'Fragile',
    'Name and Colour of',
    { name: ['Glass', 'Fragile'], color: ['grey', 'red'] },
    'Name: Glass → Fragile; Colour: grey → red',
  ],
  [
    'changed',
    'webhook',
    'ERP',
    'Host and Events of',
    { host: ['a.example', 'b.example'], events: ['order.shipped', 'order.accepted, order.shipped'] },
    'Host: a.example → b.example; Events: order.shipped → order.accepted, order.shipped',
  ],
  ['changed', 'webhook', 'ERP', 'Former secret of', { former_secret: ['signs_too', null] }, 'Former secret: signs too →'],
  ['merged', 'tag', 'Glass', '', { into: [null, 'Fragile'], records: [null, 12] }, 'Merged into: → Fragile; Records: → 12'],
];

const style = { timezone: 'UTC', dateStyle: 'month_first' } as const;

test.each(audited)('%s %s “%s”', (verb, noun, record_name, of, changes, shown) => {
  const entry = {
    verb,
    noun,
    record_name,
    changes: Object.fromEntries(Object.entries(changes).map(([field, [from, to]]) => [field, { from, to }])),
  };
  const fields = Object.entries(entry.changes).flatMap(([field, change]) => valuesOf(field, change).map((value) => value.field));
  expect(fields.filter((field) => wordOf(noun, field) === undefined)).toEqual([]);
  const kind = noun === 'connection' && verb === 'connected' ? [] : [noun];
  expect(sentenceOf(entry)).toBe([verb, ...(of ? [of] : []), ...kind, ...(record_name ? [`“${record_name}”`] : [])].join(' '));
  const written = changesIn(entry, style).map((change) => [`${change.field}:`, change.from, '→', change.to].filter(Boolean).join(' '));
  expect(written.join('; ')).toBe(shown);
});

/** Nouns of the ledger that are audited as a change of the order, or of the purchase order. */
const ofOrders = ['order split', 'order address', 'accepted units', 'accepted receipt'];

test('the kinds of the audit are those of the table', async () => {
  const listed = new Set([...audited.map(([, noun]) => noun), ...ofOrders]);
  expect((await nounsOfTheSource()).filter((noun) => !listed.has(noun))).toEqual([]);
});

test('no record is named by a text of ours', async () => {
  const named = (await sources()).flatMap(
    (text) => text.match(/record: \{[^}]*(?:name|label): (?:'[^']|[^,}]* \? '[^']|[^,}]*\?\? '[^']|`[^$])[^}]*/g) ?? [],
  );
  expect(named).toEqual([]);
});

async function sources(): Promise<string[]> {
  const root = `${import.meta.dirname}/../../app`;
  const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes('demo/'));
  return Promise.all(names.map((name) => readFile(`${root}/${name}`, 'utf8')));
}

/** What is given to `writeAudit`, and what the ledger calls its nouns. */
async function nounsOfTheSource(): Promise<string[]> {
  const found = (await sources()).flatMap((text) => [
    ...(text.includes('writeAudit') ? text.matchAll(/noun: (?:\w+ \? )?'([a-z -]+)'(?: : '([a-z ]+)')?/g) : []),
    ...text.matchAll(/ChangeNoun(?:>)?(?: =|,)?\s*\{\s*name: '([a-z ]+)'/g),
  ]);
  return [...new Set([...found.flatMap(([, ...nouns]) => nouns.filter(Boolean) as string[]), ...Object.values(mappingNouns)])];
}
