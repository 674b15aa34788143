import { Group, Text } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { PageHeader } from '../../../../ui/blocks/page-header.tsx';
import { LockToggle } from '../../../../ui/buttons/lock-toggle.tsx';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { OrderActions } from './actions.tsx';
import classes from './header.module.css';
import { Neighbours, useWayBack } from './neighbours.tsx';
import type { Order } from './order.ts';
import { OrderSource } from './source/order-source.tsx';
import { lockMeans, useOrderLock } from './use-order-lock.ts';

type Props = { order: Order; isEditing: boolean; editButtons: React.ReactNode };

/** The order's number, status and actions. */
export function OrderHeader({ order, isEditing, editButtons }: Props) {
  const { order_number, order_status, open_issues, on_hold } = order;
  return (
    <div className={classes.header} data-editing={isEditing || undefined}>
      <PageHeader
        back={{ to: useWayBack(), label: 'Orders' }}
        neighbours={<Neighbours />}
        title={<span className="mono">{order_number}</span>}
        documentTitle={order_number}
        beside={
          <>
            <Group gap={6}>
              <StatusBadge status={order_status} pill />
              {on_hold && <StatusBadge status="hold" pill />}
              {open_issues > 0 && order_status !== 'error' && (
                <IconAlertTriangleFilled size={16} color="var(--amber)" role="img" aria-label="This order has an issue" />
              )}
            </Group>
            <Text span size="sm">
              <span className="mono">{order.source_order_number}</span> · <OrderSource order={order} />
            </Text>
            <LockToggle lock={useOrderLock(order)} means={lockMeans} />
          </>
        }
        actions={
          <>
            {!isEditing && (
              <Group gap={8} className={classes.acting}>
                <OrderActions order={order} />
              </Group>
            )}
            <Group gap={8} data-above-alerts className={classes.saving}>
              {editButtons}
            </Group>
          </>
        }
      />
    </div>
  );
}
