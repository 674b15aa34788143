import { call } from '../../../../platform/call.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { goesOnToSell } from '../../stock-out/panels/goes-on.ts';
import { linkProductCall, readLinkCall } from '../contract.ts';
import { linkChange } from '../linking/use-linking.ts';
import { type ConnectorProduct, deleteListingCall } from '../listings/listing-contract.ts';
import { RemovalDialog } from './removal-dialog.tsx';

type Props = { row: ConnectorProduct; what: 'unlink' | 'delete'; onClose: () => void };

const verbs = { unlink: 'Unlink', delete: 'Delete' };

/** Asks before a product is unlinked or deleted, and says how many orders would stop. */
export default function TakeAwayDialog({ row, what, onClose }: Props) {
  const { id, connector_id, connector_product_sku: sku, linked, units_per_sale, stock_sent: sent } = row;
  const { data, error } = useQuery({
    ...{ queryKey: ['link', connector_id, sku], staleTime: 0, gcTime: 0, enabled: linked !== null },
    queryFn: ({ signal }) => call(readLinkCall, { query: { connection_id: connector_id, sku } }, signal),
  });
  const seen = { id, seen_product_id: linked?.id ?? null, seen_units_per_sale: units_per_sale };
  const stops = data?.stops ?? 0;
  return (
    <RemovalDialog
      {...{
        title: `${verbs[what]} ${sku}?`,
        text: linked && sent ? `${warning} ${goesOnToSell('The channel', sent)}` : warning,
        error,
        onClose,
      }}
      impact={linked ? data && impact(data.stops) : null}
      changes={linked ? [linkChange(connector_id, sku, null)] : []}
      verb={stops > 0 ? `${verbs[what]}, stop ${countedWords(stops, 'order')}` : verbs[what]}
      remove={() =>
        what === 'delete'
          ? call(deleteListingCall, { body: { connector_product: seen } })
          : call(linkProductCall, { body: { connector_product: { ...seen, product_id: null } } })
      }
    />
  );
}

export const warning =
  'Future orders containing this product will fail and inventory will not be updated until it is linked to another product.';

export const impact = (stops: number) =>
  stops === 0
    ? 'No open order goes by this link now.'
    : `${countedWords(stops, 'open order goes', 'open orders go')} by this link now and will stop.`;
