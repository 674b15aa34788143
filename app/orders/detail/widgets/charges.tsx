import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import { Money } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Order } from './order.ts';

/** Charge lines, apart from the goods. */
export function Charges({ order }: { order: Order }) {
  const charges = order.lines.filter(({ is_charge }) => is_charge);
  if (charges.length === 0) return null;
  return (
    <Section title="Charges" count={charges.length}>
      <Table>
        <Table.Tbody>
          {charges.map(({ id, sku, name, quantity, unit_price }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {name || sku} {name && sku && <span className="mono faint">{sku}</span>}
              </Table.Td>
              <Table.Td ta="right">
                {quantity !== 1 && `${quantity.toLocaleString('en-US')} × `}
                <Money amount={unit_price} currency={order.currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
