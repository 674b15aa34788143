import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import type { Impact as Counts } from '../contract.ts';

/** What stops with a disconnect, in numbers. */
export function Impact({ impact, sells }: { impact: Counts; sells: boolean }) {
  const lines = linesOf(impact, sells).filter(([count]) => count > 0);
  if (lines.length === 0) return <p>Nothing waits for it: no order, no link and no mapping is affected.</p>;
  return (
    <ShortTable>
      <tbody>
        {lines.map(([count, sentence]) => (
          <tr key={sentence}>
            <td data-figure>
              <strong>{count.toLocaleString('en-US')}</strong>
            </td>
            <td>{sentence}</td>
          </tr>
        ))}
      </tbody>
    </ShortTable>
  );
}

/** What goes with the consent that is taken back. */
export function Uninstalled({ vendor }: { vendor: string }) {
  return (
    <p>
      {`Crossdock is also uninstalled from ${vendor}, unless another account is connected to the same shop. About two days later ${vendor} `}
      has the names and addresses of its buyers erased here: at once for orders that have ended, for each other one when it has. That cannot
      be undone.
    </p>
  );
}

function linesOf({ open_orders, at_warehouse, unconfirmed, links, mappings }: Counts, channel: boolean): [number, string][] {
  return [
    [open_orders, 'open orders, not yet with the warehouse'],
    [
      at_warehouse,
      channel
        ? 'orders at the warehouse, whose shipments will not be confirmed to it'
        : 'orders at the warehouse, whose shipments will not show here',
    ],
    [unconfirmed, 'shipments not yet confirmed to the channel'],
    [links, 'product links'],
    [mappings, 'mapped shipping codes'],
  ];
}
