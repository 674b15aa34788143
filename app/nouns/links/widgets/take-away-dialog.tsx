import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { AtWarehouse, useIsListed } from '../../mappings/saves/at-warehouse.tsx';
import type { PreviewedChange } from '../../mappings/saves/contract.ts';
import { useShowSaved } from '../../mappings/saves/use-saved.ts';
import { linkProductCall, readLinkCall } from '../contract.ts';
import { showFailure } from '../listings/link-failure.ts';
import { type ConnectorProduct, deleteListingCall } from '../listings/listing-contract.ts';
import { Impact } from './impact.tsx';

type Props = { row: ConnectorProduct; what: 'unlink' | 'delete'; onClose: () => void };

const verbs = { unlink: 'Unlink', delete: 'Delete' };

/** Asks before a product is unlinked or deleted, and says how many orders would stop. */
export default function TakeAwayDialog({ row, what, onClose }: Props) {
  const { id, connector_id, connector_product_sku: sku, linked } = row;
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { data, error } = useQuery({
    queryKey: ['link', connector_id, sku],
    staleTime: 0,
    gcTime: 0,
    enabled: linked !== null,
    queryFn: ({ signal }) => call(readLinkCall, { query: { connection_id: connector_id, sku } }, signal),
  });
  const changes: PreviewedChange[] = linked
    ? [{ connection: connector_id, change: { kind: 'product', links: [{ sku, product_id: null }] } }]
    : [];
  const isListed = useIsListed(changes);
  const take = async () => {
    try {
      const seen = { id, seen_product_id: linked?.id ?? null, seen_units_per_sale: row.units_per_sale };
      const saved =
        what === 'delete'
          ? await call(deleteListingCall, { body: { connector_product: seen } })
          : await call(linkProductCall, { body: { connector_product: { ...seen, product_id: null } } });
      showSaved(saved);
    } catch (error) {
      showFailure(error);
    }
    await revalidate();
  };
  const stops = data?.stops ?? 0;
  return (
    <ConfirmDialog
      title={`${verbs[what]} ${sku}?`}
      text={
        <>
          <p>{warning}</p>
          {linked && <Impact counted={data && impact(data.stops)} error={error} />}
          <AtWarehouse changes={changes} />
        </>
      }
      verb={stops > 0 ? `${verbs[what]}, stop ${countedWords(stops, 'order')}` : verbs[what]}
      danger
      disabled={!isListed}
      run={take}
      onClose={onClose}
    />
  );
}

export const warning =
  'Future orders containing this product will fail and inventory will not be updated until it is linked to another product.';

export const impact = (stops: number) =>
  stops === 0
    ? 'No open order goes by this link now.'
    : `${countedWords(stops, 'open order goes', 'open orders go')} by this link now and will stop.`;
