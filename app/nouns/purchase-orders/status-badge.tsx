import { StatusBadge } from '../../ui/status/status-badge.tsx';
import type { Status } from '../../ui/status/statuses.ts';
import { type PurchaseStatus, statusLabel } from '../purchase-flow/purchase-order.ts';

const looks: Record<PurchaseStatus, Status> = {
  pending: 'pending',
  hold: 'hold',
  received: 'accepted',
  closed_out: 'done',
  cancelled: 'cancelled',
};

/** A purchase order's status, by the label that the specification gives it. */
export const PurchaseStatusBadge = ({ status, pill = false }: { status: PurchaseStatus; pill?: boolean }) => (
  <StatusBadge status={looks[status]} label={statusLabel[status]} pill={pill} />
);
