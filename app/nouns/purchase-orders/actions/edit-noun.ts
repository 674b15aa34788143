import { differences } from '../../../../platform/audit.ts';
import type { ChangeNoun, Values } from '../../../base/changes/noun.ts';
import { recordPurchaseEvents } from '../../purchase-flow/history.ts';

/** A purchase order that a person edits, by field and line as its history tells it. */
export const purchaseOrders: ChangeNoun = {
  name: 'purchase order',
  history: (tenant, changes) =>
    recordPurchaseEvents(
      tenant,
      changes.map(({ record, was, is }) => ({
        ...{ purchaseOrderId: record.id, kind: 'edited', sentence: inWords(was ?? {}, is ?? {}) },
        changes: differences(was ?? {}, is ?? {}),
      })),
    ),
};

const labels: Record<string, string> = {
  mapped_warehouse: 'Mapped location',
  expected_at: 'Expected date',
  carrier: 'Carrier',
  freight_number: 'Freight number',
  note: 'Note',
};

function inWords(was: Values, is: Values): string {
  const parts = Object.keys(is).map((field) => `${labels[field] ?? field}: ${written(was[field])} → ${written(is[field])}`);
  return `Edited. ${parts.join('; ')}.`;
}

const written = (value: unknown) => (value === null || value === undefined || value === '' ? 'nothing' : String(value));
