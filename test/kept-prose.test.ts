import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const person = 'what a person wrote';
const system = 'what another system wrote';
const code = 'a code, worded where it is shown';
const name = 'the number or name of a record';
const sent = 'the mail as it was sent';

/** Every column of text that may hold prose, and whose words these are. A sentence of ours is a code and values instead: platform/sentences.ts. */
const kept: Record<string, string> = {
  'AuditEntries.record_name': name,
  'CancelRequests.reason': system,
  'Comments.body': person,
  'Departments.description': person,
  'Exchanges.outcome': code,
  'Exchanges.subject': name,
  'Issues.subject': code,
  'IssueTallies.subject': code,
  'MappableFields.description': person,
  'Orders.cancel_outcome': code,
  'Orders.hold_outcome': code,
  'Orders.note': person,
  'Orders.source_shipping_description': system,
  'OutboxMails.body': sent,
  'OutboxMails.subject': sent,
  'PortalMessages.body': person,
  'Presets.field_description': person,
  'Products.description': person,
  'PurchaseOrders.close_reason': person,
  'PurchaseOrders.note': person,
  'PurchaseOrders.withdraw_outcome': code,
  'RawMaterials.description': person,
  'Receipts.set_aside_reason': person,
  'RunOutcomes.label': name,
  'SavedReplies.body': person,
  'ShippingOptions.description': person,
  'ShopOrders.cancel_reason': system,
  'SupportMessages.body': person,
  'SupportNotes.body': person,
  'SupportTickets.description': person,
  'SupportTickets.subject_1': person,
  'SupportTickets.subject_2': person,
  'WebhookDeliveries.body': system,
};

const mayHoldProse =
  /sentence|reason|message|note|text|body|error|descri|why|problem|expected|outcome|refused|failure|comment|because|says|subject|label|record_name/;

test('each column that may hold prose is listed with whose words it keeps', async () => {
  const tables = await readFile(`${import.meta.dirname}/../db/tables.ts`, 'utf8');
  const columns = [...tables.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w+): (?:Generated<)?string>?(?: \| null)?;$/gm)].flatMap(([, column = '']) =>
      mayHoldProse.test(column) ? [`${table}.${column}`] : [],
    ),
  );
  expect(columns.sort()).toEqual(Object.keys(kept).sort());
});
