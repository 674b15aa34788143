import { Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { nouns } from '../../../base/nouns.ts';
import { remedyFor } from '../issue.ts';
import type { RemedyIssue } from './remedy.ts';

/** Leads from a remedy to the record that it mends, where that is one, and not the page that is open. Esc closes the remedy here too. */
export function RecordLink({ issue, onClose }: { issue: RemedyIssue; onClose: () => void }) {
  const { pathname } = useLocation();
  const record = recordOf(issue);
  if (!record || record.to === pathname) return null;
  const closeByEsc = (event: React.KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <Text size="sm" px={16} pb={14} mt={-6}>
      <Link to={record.to} onKeyDown={closeByEsc}>
        Open the {record.one}
      </Link>
    </Text>
  );
}

function recordOf(issue: RemedyIssue): { to: string; one: string } | null {
  const { order_id, purchase_order_id, orders = 1 } = issue;
  // An address is mended in one order, however many lack the same.
  if (orders !== 1 && remedyFor(issue) !== 'complete_address') return null;
  if (order_id) return { to: nouns.orders.pathOf(order_id), one: nouns.orders.one };
  return purchase_order_id ? { to: nouns.purchase_orders.pathOf(purchase_order_id), one: nouns.purchase_orders.one } : null;
}
