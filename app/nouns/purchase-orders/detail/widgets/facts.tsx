import { Text } from '@mantine/core';
import { Facts } from '../../../../ui/blocks/facts.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { CopyText } from '../../../../ui/text/copy-text.tsx';
import { ExactTime } from '../../../../ui/time/relative-time.tsx';
import { PurchaseStatusBadge } from '../../status-badge.tsx';
import type { Order } from './order.ts';

const none = <span className="faint">–</span>;

/** The order's fields by topic. */
export function PurchaseFacts({ order }: { order: Order }) {
  return (
    <>
      <Section title="Delivery">
        <Facts
          facts={[
            { label: 'Source Location', value: order.source_location ?? none },
            {
              label: 'Mapped Location',
              value: order.warehouse_name ?? order.mapped_warehouse ?? <span className="faint">not mapped</span>,
            },
            { label: 'Expected Date', value: <Expected order={order} /> },
            order.carrier !== null && { label: 'Carrier', value: order.carrier },
            order.freight_number !== null && { label: 'Freight', value: <CopyText text={order.freight_number} /> },
            order.note !== null && { label: 'Note', value: order.note },
          ]}
        />
      </Section>
      <Section title="Vendor">
        <Facts
          facts={[
            { label: 'Vendor', value: order.vendor_name || none },
            order.vendor_number !== null && { label: 'Vendor ID', value: order.vendor_number },
          ]}
        />
      </Section>
      <Section title="References">
        <Facts
          facts={[
            { label: 'Source', value: order.connector_source.human_readable },
            { label: 'Source Order Number', value: <CopyText text={order.source_number} /> },
            order.warehouse_reference_number !== null && {
              label: 'Warehouse Reference Number',
              value: <CopyText text={order.warehouse_reference_number} />,
            },
            { label: 'Sync Date', value: order.announced_at ? <ExactTime at={order.announced_at} /> : none },
            { label: 'Status', value: <PurchaseStatusBadge status={order.status} /> },
            order.source_status !== '' && { label: 'Source Status', value: order.source_status },
            { label: 'Order Date', value: <ExactTime at={order.ordered_at} /> },
            { label: 'Last Updated', value: order.updated_at_formatted },
            { label: 'Last Edited by', value: order.updatedBy ?? none },
          ]}
        />
      </Section>
    </>
  );
}

export function Expected({ order: { expected_date_formatted, overdue } }: { order: Order }) {
  if (expected_date_formatted === null) return none;
  return (
    <Text span inherit c={overdue ? 'var(--red)' : undefined} style={{ whiteSpace: 'nowrap' }}>
      {expected_date_formatted}
      {overdue && ' · late'}
    </Text>
  );
}
