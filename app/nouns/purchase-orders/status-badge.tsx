import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { type PurchaseStatus, statusLook } from '../purchase-flow/purchase-order.ts';

/** A purchase order's status, by the label that the specification gives it. */
export const PurchaseStatusBadge = ({ status, pill = false }: { status: PurchaseStatus; pill?: boolean }) => (
  <StatusBadge {...statusLook(status)} pill={pill} />
);
