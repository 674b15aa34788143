import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { existing } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { LooseGoods } from '../../../shared/runs/words/goods.ts';

export type Receipt = Columns<
  'receipts',
  | 'id'
  | 'connection_id'
  | 'purchase_order_id'
  | 'sku'
  | 'quantity'
  | 'asn_id'
  | 'set_aside_at'
  | 'set_aside_reason'
  | 'processed_at'
  | 'booking_id'
>;

/** Locks a receipt until the transaction ends. @throws Refusal 404 */
export async function lockReceipt(tenant: Tenant, receiptId: number): Promise<Receipt> {
  const { rows } = await sql<Receipt>`
    select id, connection_id, purchase_order_id, sku, quantity, asn_id, set_aside_at, set_aside_reason, processed_at, booking_id
    from receipts where ${inAccount(tenant)} and id = ${receiptId} for update`.execute(tenant.db);
  return existing(rows[0], 'This receipt does not exist.');
}

/** What came, as a history keeps it. */
export const goodsIn = ({ quantity: units, sku, asn_id: announcement }: Receipt): LooseGoods => ({ units, sku, announcement });
