import '@mantine/core/styles/Table.layer.css';
import { Table } from '@mantine/core';
import type { Connection } from '../contract.ts';

type Counts = { open_orders: number; at_warehouse: number; unconfirmed: number; links: number; mappings: number };

/** What stops with a disconnect, in numbers. */
export function Impact({ impact, kind }: { impact: Counts; kind: Connection['kind'] }) {
  const lines = linesOf(impact, kind).filter(([count]) => count > 0);
  if (lines.length === 0) return <p>Nothing waits for it: no order, no link and no mapping is affected.</p>;
  return (
    <Table>
      <Table.Tbody>
        {lines.map(([count, sentence]) => (
          <Table.Tr key={sentence}>
            <Table.Td ta="right" fw={600}>
              {count.toLocaleString('en-US')}
            </Table.Td>
            <Table.Td>{sentence}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function linesOf({ open_orders, at_warehouse, unconfirmed, links, mappings }: Counts, kind: Connection['kind']): [number, string][] {
  const channel = kind === 'channel';
  return [
    [open_orders, 'open orders, not yet with the warehouse'],
    [
      at_warehouse,
      channel
        ? 'orders at the warehouse, whose shipment will not be confirmed'
        : 'orders at the warehouse, whose shipment will not be heard of',
    ],
    [unconfirmed, 'shipments not yet confirmed to the channel'],
    [links, 'product links'],
    [mappings, 'mapped shipping codes'],
  ];
}
