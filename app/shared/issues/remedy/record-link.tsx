import { Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { nouns } from '../../../base/nouns.ts';
import type { RemedyIssue } from './remedy.ts';

/** Leads from a remedy to the record that it mends, where that is one, and not the page that is open. */
export function RecordLink({ issue }: { issue: RemedyIssue }) {
  const { pathname } = useLocation();
  const record = recordOf(issue);
  if (!record || record.to === pathname) return null;
  return (
    <Text size="sm" px={16} pb={14} mt={-6}>
      <Link to={record.to}>Open the {record.one}</Link>
    </Text>
  );
}

function recordOf({ order_id, purchase_order_id, orders = 1 }: RemedyIssue): { to: string; one: string } | null {
  if (orders !== 1) return null;
  if (order_id) return { to: nouns.orders.pathOf(order_id), one: nouns.orders.one };
  return purchase_order_id ? { to: nouns.purchase_orders.pathOf(purchase_order_id), one: nouns.purchase_orders.one } : null;
}
