import type { GoodsReceipt, InboundNotice } from '../../../../connectors/contract.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { composeNotices, recordSentNotices } from '../../../nouns/purchase-flow/asn/notice.ts';
import { composeBookings } from '../../../nouns/purchase-flow/receipts/booking-message.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import type { Announcement } from './announce.ts';

/** What is sent about purchase orders. `book` without a receipt: nothing of it is the source's, so there is nothing to tell. */
export type PurchaseMessage =
  | ({ kind: 'announce' } & Announcement)
  | { kind: 'announce_change'; asnId: string; notice: InboundNotice }
  /** `closes`: a part has come, and nothing more is to. */
  | { kind: 'withdraw'; asnId: string; reference: string; closes: boolean }
  | { kind: 'book'; receipt: GoodsReceipt | null };

/** Composes what a batch of effects says of purchase orders, from these as they are now. */
export async function composePurchaseMessages(tenant: Tenant, effects: Effect[]): Promise<Map<number, PurchaseMessage>> {
  const messages = new Map<number, PurchaseMessage>();
  const notices = await composeNotices(
    tenant,
    effects.flatMap(({ asn_id }) => asn_id ?? []),
  );
  const bookings = await composeBookings(
    tenant,
    effects.flatMap(({ booking_id }) => booking_id ?? []),
  );
  for (const { id, kind, asn_id, booking_id } of effects) {
    const composed = asn_id === null ? undefined : notices.get(asn_id);
    const asnId = composed?.asn.remote_id;
    if (composed && kind === 'announce') messages.set(id, { kind, notice: composed.notice, sent: composed.asn.sent });
    else if (composed && asnId && kind === 'announce_change') messages.set(id, { kind, asnId, notice: composed.notice });
    else if (composed && asnId && kind === 'withdraw')
      messages.set(id, { kind, asnId, reference: composed.notice.reference, closes: composed.asn.closes });
    else if (booking_id !== null && kind === 'book') messages.set(id, { kind, receipt: bookings.get(booking_id) ?? null });
  }
  const announcements = effects.flatMap(({ kind, asn_id }) =>
    asn_id !== null && kind.startsWith('announce') ? (notices.get(asn_id) ?? []) : [],
  );
  await recordSentNotices(tenant, announcements);
  return messages;
}
