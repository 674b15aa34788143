import { Text } from '@mantine/core';
import { Facts } from '../../../../ui/blocks/facts.tsx';
import { Section } from '../../../../ui/blocks/section.tsx';
import { StatusBadge } from '../../../../ui/status/status-badge.tsx';
import { CopyText } from '../../../../ui/text/copy-text.tsx';
import { Money } from '../../../../ui/text/money.tsx';
import { ExactTime } from '../../../../ui/time/relative-time.tsx';
import { subtotalOf, totalWith } from '../amounts.ts';
import type { Order } from './order.ts';
import { ShipTo } from './shipping/ship-to.tsx';
import { Shipping } from './shipping/shipping.tsx';
import { OrderSource } from './source/order-source.tsx';
import { SourceDetails } from './source/source-details.tsx';
import { SourceStatus } from './source/source-status.tsx';

/** The order's fields, grouped by topic. */
export function OrderFacts({ order, countryName }: { order: Order; countryName: string }) {
  return (
    <>
      <Section title="Customer">
        <ShipTo order={order} countryName={countryName} />
        {order.buyer_erasure && (
          <Text size="sm" c="var(--text-faint)" mt={8}>
            {order.buyer_erasure}
          </Text>
        )}
      </Section>
      <Section title="Shipping">
        <Shipping order={order} />
      </Section>
      <OrderTotals order={order} />
      <SourceDetails order={order} />
      <OrderReferences order={order} />
    </>
  );
}

/** `lines`: as an edit would leave them; the subtotal and the total follow. */
export function OrderTotals({ order, lines = order.lines }: { order: Order; lines?: Order['lines'] }) {
  const { tax_cost, shipping_cost, total_cost, currency } = order;
  const total = totalWith(order, lines);
  const charges = lines.filter(({ is_charge }) => is_charge).map((line) => ({ ...line, is_charge: false }));
  return (
    <Section title="Totals">
      <Facts
        facts={[
          { label: 'Subtotal', value: <Money amount={subtotalOf(lines)} currency={currency} /> },
          charges.length > 0 && { label: 'Charges', value: <Money amount={subtotalOf(charges)} currency={currency} /> },
          { label: 'Tax', value: <Money amount={tax_cost} currency={currency} /> },
          { label: 'Shipping Cost', value: <Money amount={shipping_cost} currency={currency} /> },
          {
            label: 'Order Total',
            value: (
              <>
                <strong>
                  <Money amount={total} currency={currency} />
                </strong>
                {Number(total) !== Number(total_cost) && (
                  <Text span display="block" size="sm" c="var(--text-faint)">
                    with the lines as edited; sold for <Money amount={total_cost} currency={currency} />
                  </Text>
                )}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}

export function OrderReferences({ order }: { order: Order }) {
  const { source_ref_num, amware_ref_num } = order;
  return (
    <Section title="References">
      <Facts
        facts={[
          { label: 'Order Source', value: <OrderSource order={order} /> },
          { label: 'Source Number', value: <CopyText text={order.source_order_number} /> },
          { label: 'Order Date', value: <ExactTime at={order.order_date} /> },
          { label: 'Status', value: <StatusBadge status={order.order_status} /> },
          { label: 'Source Status', value: <SourceStatus order={order} /> },
          source_ref_num !== null && { label: 'PO Number', value: <CopyText text={source_ref_num} /> },
          { label: 'Warehouse Number', value: amware_ref_num ? <CopyText text={amware_ref_num} /> : none },
          { label: 'Last Updated', value: <ExactTime at={order.updated_at} /> },
          { label: 'Last Edited by', value: order.updatedBy ?? none },
        ]}
      />
    </Section>
  );
}

const none = <span className="faint">–</span>;
