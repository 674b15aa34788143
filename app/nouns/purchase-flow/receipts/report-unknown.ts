import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { openIssues } from '../../../shared/issues/commands.ts';
import { subjectOfReceipt } from '../../../shared/issues/types/purchase-orders.ts';

/** A receipt of which a person decides where it belongs: its purchase order, or why nothing is done about it. */
export const receipts: ChangeNoun = { name: 'receipt' };

/** Tells a person of receipts that belong to nothing. One that came before we knew its announcement is given to its order then. */
export async function reportUnknown(
  tenant: Tenant,
  connectionId: number,
  unknown: Columns<'receipts', 'id' | 'sku' | 'quantity' | 'asn_id'>[],
): Promise<void> {
  await openIssues(
    tenant,
    unknown.map(({ id, sku, quantity, asn_id }) => ({
      connectionId,
      type: 'unknown_receipt',
      subject: subjectOfReceipt(id),
      sentence: { code: 'receipt_unknown', units: quantity, sku, announcement: asn_id },
    })),
  );
}
