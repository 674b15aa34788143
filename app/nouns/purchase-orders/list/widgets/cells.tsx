import { Text } from '@mantine/core';
import { IconArchive, IconLock } from '@tabler/icons-react';
import { IssueNote } from '../../../../shared/issues/remedy/issue-note.tsx';
import { OnCard } from '../../../../ui/list/columns/on-card.tsx';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { Due, Late } from '../../../../ui/time/relative-time.tsx';
import type { PurchaseOrderRow } from '../../../purchase-flow/contract/purchase-orders.ts';
import { PurchaseStatusBadge } from '../../status-badge.tsx';
import classes from './row.module.css';

/** Our number and the source's. */
export const orderName = ({ po_number, source_number }: PurchaseOrderRow) => (
  <span className="mono">
    {`${po_number} `}
    <span className={classes.source}>{source_number}</span>
  </span>
);

/** The status, with its error and lock, and whether it is in the archive. */
export const orderState = ({ status, open_issues, locked, archived }: PurchaseOrderRow) => (
  <span className={classes.state}>
    <PurchaseStatusBadge status={status} />
    {open_issues > 0 && <StatusBadge status="error" />}
    {locked && (
      <span title="Locked">
        <IconLock size={14} stroke={1.8} role="img" aria-label="Locked" />
      </span>
    )}
    {archived && (
      <span title="Archived">
        <IconArchive size={14} stroke={1.8} role="img" aria-label="Archived" />
      </span>
    )}
  </span>
);

/** When it is expected, and whether that is over. */
export function Expected({ order: { expected_at, overdue } }: { order: PurchaseOrderRow }) {
  if (expected_at === null) return '–';
  if (overdue)
    return (
      <Text span inherit c="var(--red)">
        late <Late at={expected_at} />
      </Text>
    );
  return (
    <>
      <OnCard>expected </OnCard>
      <Due at={expected_at} />
    </>
  );
}

/** Its first issue and the remedy. */
export const issueNote = (order: PurchaseOrderRow) =>
  order.issue && (
    <IssueNote
      issue={{ ...order.issue, connection_id: order.connection_id, slug: order.source, purchase_order_id: order.id }}
      others={order.open_issues - 1}
    />
  );
