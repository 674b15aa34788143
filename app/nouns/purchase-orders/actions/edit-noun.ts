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
        ...{ purchaseOrderId: record.id, kind: 'edited', sentence: { code: 'edited', parts: partsOf(was ?? {}, is ?? {}) } },
        changes: differences(was ?? {}, is ?? {}),
      })),
    ),
};

const partsOf = (was: Values, is: Values) => Object.keys(is).map((field) => ({ field, from: was[field], to: is[field] }));
