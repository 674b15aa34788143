import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const person = 'what a person wrote';
const system = 'what another system wrote';
const code = 'a code, worded where it is shown';
const sent = 'the mail as it was sent';
/** A connector's failure says a system's words, or ours where it had none: connectors/http/result.ts. */
const failure = 'why a call failed, as the connector says';
/** Not yet a code and values. */
const ours = 'a sentence of ours';

/** Every column of text that may hold prose, and whose words these are. A sentence of ours is a code and values instead: platform/sentences.ts. */
const kept: Record<string, string> = {
  'Comments.body': person,
  'Connections.hints_failure': ours,
  'Connections.last_failure': failure,
  'Departments.description': person,
  'Exchanges.outcome': failure,
  'Exports.described': ours,
  'ImportErrors.expected': ours,
  'ImportErrors.problem': ours,
  'MappableFields.description': person,
  'NotificationMails.refused_because': system,
  'Orders.cancel_outcome': code,
  'Orders.hold_outcome': code,
  'Orders.hold_reason': person,
  'Orders.note': person,
  'Orders.reread_refused': failure,
  'Orders.source_shipping_description': system,
  'Outbox.last_failure': failure,
  'OutboxMails.body': sent,
  'OutsidePictures.refused': ours,
  'PortalMessages.body': person,
  'Presets.field_description': person,
  'Products.description': person,
  'Products.fetch_refused': ours,
  'PurchaseOrders.close_reason': person,
  'PurchaseOrders.note': person,
  'PurchaseOrders.withdraw_outcome': code,
  'RawMaterials.description': person,
  'RawMaterials.fetch_refused': ours,
  'Receipts.set_aside_reason': person,
  'SavedReplies.body': person,
  'ShippingOptions.description': person,
  'StockPushes.reason': failure,
  'SupportMessages.body': person,
  'SupportNotes.body': person,
  'SupportTickets.description': person,
  'UnreadableRecords.reason': failure,
  'WebhookDeliveries.body': system,
};

const mayHoldProse =
  /sentence|reason|message|note|text|body|error|descri|why|problem|expected|outcome|refused|failure|comment|because|says/;

test('each column that may hold prose is listed with whose words it keeps', async () => {
  const tables = await readFile(`${import.meta.dirname}/../db/tables.ts`, 'utf8');
  const columns = [...tables.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {2}(\w+): (?:Generated<)?string>?(?: \| null)?;$/gm)].flatMap(([, column = '']) =>
      mayHoldProse.test(column) ? [`${table}.${column}`] : [],
    ),
  );
  expect(columns.sort()).toEqual(Object.keys(kept).sort());
});
