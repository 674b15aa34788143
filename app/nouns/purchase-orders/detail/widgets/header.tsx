import { Group, Text } from '@mantine/core';
import { href } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { PageHeader } from '../../../../ui/blocks/page-header.tsx';
import { LockToggle, useLock } from '../../../../ui/buttons/lock-toggle.tsx';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { togglePurchaseLockCall } from '../../../purchase-flow/contract/purchase-orders.ts';
import { PurchaseStatusBadge } from '../../status-badge.tsx';
import { PurchaseActions } from './actions.tsx';
import type { EditMode } from './edit/use-edit-mode.ts';
import { Expected } from './facts.tsx';
import classes from './header.module.css';
import type { Order } from './order.ts';

/** The number and status with what can be done; source and vendor have a line of their own, however many buttons there are. */
export function PurchaseHeader({ order, mode }: { order: Order; mode: EditMode }) {
  const lock = useLock(order.locked, (locked) => call(togglePurchaseLockCall, { params: { id: order.id }, body: { locked } }));
  const { po_number, status, source_number, connector_source, vendor_name, vendor_number } = order;
  return (
    <>
      <PageHeader
        back={{ to: href('/purchase-orders'), label: 'Purchase orders' }}
        title={<span className="mono">{po_number}</span>}
        documentTitle={po_number}
        beside={
          <Group gap={6}>
            <PurchaseStatusBadge status={status} pill />
            {order.error && <StatusBadge status="error" pill />}
            {order.is_archived && <StatusBadge status="skipped" label="Archived" pill />}
            <LockToggle lock={lock} />
          </Group>
        }
        actions={<PurchaseActions order={order} mode={mode} />}
      />
      <Text size="sm" c="dimmed" mb={12}>
        {connector_source.image_url && <img src={connector_source.image_url} alt="" width={18} height={18} className={classes.logo} />}
        {connector_source.human_readable} · <span className="mono">{source_number}</span> · {vendor_name}
        {vendor_number && ` (${vendor_number})`}
        {order.expected_date_formatted && (
          <>
            {' · expected '}
            <Expected order={order} />
          </>
        )}
      </Text>
    </>
  );
}
