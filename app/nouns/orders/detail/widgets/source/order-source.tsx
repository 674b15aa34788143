import { IconExternalLink } from '@tabler/icons-react';
import { safeAddress } from '../../../../../ui/words/safe-address.ts';
import type { Order } from '../order.ts';

/** The channel and store, as a link to the channel's own page of the order where there is one. */
export function OrderSource({ order: { source_name, store_name, connector_link } }: { order: Order }) {
  const name = store_name ? `${source_name} · ${store_name}` : source_name;
  const address = safeAddress(connector_link);
  if (!address) return name;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" title={`Open in ${source_name}`}>
      {name}
      <IconExternalLink size={13} stroke={1.8} style={{ marginLeft: 4, verticalAlign: '-1px' }} aria-hidden />
    </a>
  );
}
