import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { EditSentence } from '../../../base/purchase-refusals.ts';
import type { LeftOut } from '../../../shared/imports/entity.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import type { FileRow } from './file-row.ts';
import { itemOf } from './records.ts';

/** Why the rows of a purchase order are left out, which were good when the file was checked; null where they are applied. */
export function leftOutSince(rows: readonly FileRow[], missing: ReadonlySet<string>): OutcomeSentence | null {
  const [{ order_id, seen } = { order_id: null, seen: null }] = rows;
  if (order_id !== null) return seen === '' ? { code: 'created_since_check' } : null;
  // Its other rows, which said what there was, are not applied: the half of it would be announced as if it were all.
  if (seen) return { code: 'deleted_since_check' };
  const gone = rows.find(({ sku }) => missing.has(sku));
  return gone ? { code: 'no_item', sku: gone.sku } : null;
}

export const leftOutRow = ({ order_id, order_number, source_number, sku }: FileRow, reason: OutcomeSentence): LeftOut => ({
  id: order_id,
  label: [order_number ?? source_number, sku].filter(Boolean).join(' '),
  reason,
});

/** What an edit of a person says of a change since their page was read, as of a file. */
export const sinceTheCheck = (sentence: EditSentence): OutcomeSentence =>
  sentence.code === 'changed_since' ? { code: 'changed_since_check' } : sentence;

/** The SKUs of these rows that are no item by now. */
export async function itemsGone(tenant: Tenant, rows: readonly FileRow[]): Promise<Set<string>> {
  const skus = [...new Set(rows.flatMap(({ order_id, sku }) => (order_id === null && sku !== '' ? [sku] : [])))];
  if (skus.length === 0) return new Set();
  const { rows: gone } = await sql<{ sku: string }>`
    select given.sku from unnest(${skus}::text[]) as given (sku) where not exists (${itemOf(tenant, sql`given.sku`)})`.execute(tenant.db);
  return new Set(gone.map(({ sku }) => sku));
}
