import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { NotCounted } from '../../../../ui/text/not-counted.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { AtWarehouse, useIsListed } from '../../saves/at-warehouse.tsx';
import type { PreviewedChange } from '../../saves/contract.ts';
import { useShowSaved } from '../../saves/use-saved.ts';
import { countStopsCall } from '../../stops/contract.ts';
import { deleteQuestion, deleteShippingOptionCall, type ShippingOption } from '../contract.ts';

/** Asks before a shipping code is deleted, and says how many orders that stops. */
export function DeleteOption({ slug, option, onClose }: { slug: string; option: ShippingOption; onClose: () => void }) {
  const { id, connectorCode, amwareCode } = option;
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { data, error } = useQuery({
    queryKey: ['stops', slug, 'shipping', connectorCode],
    enabled: amwareCode !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(countStopsCall, { params: { name: slug }, query: { kind: 'shipping', code: connectorCode } }, signal),
  });
  const changes: PreviewedChange[] =
    amwareCode === null ? [] : [{ connection: slug, change: { kind: 'shipping', codes: [{ code: connectorCode, to: null }] } }];
  const isListed = useIsListed(changes);
  const remove = async () => {
    showSaved(await call(deleteShippingOptionCall, { params: { name: slug }, query: { id } }));
    await revalidate();
  };
  return (
    <ConfirmDialog
      title={`Delete ${connectorCode}?`}
      text={
        <>
          <p>{deleteQuestion}</p>
          {error ? <NotCounted error={error} /> : <p>{consequenceOf(amwareCode, data?.stops)}</p>}
          <AtWarehouse changes={changes} />
        </>
      }
      verb="Delete"
      danger
      disabled={(amwareCode !== null && !data && !error) || !isListed}
      run={remove}
      onClose={onClose}
    />
  );
}

function consequenceOf(amwareCode: string | null, stops: number | undefined): string {
  if (amwareCode === null) return 'It is not mapped.';
  if (stops === undefined) return 'Counting its orders…';
  if (stops === 0) return 'No order that has not left goes by it.';
  return `${countedWords(stops, 'order that has not left goes', 'orders that have not left go')} by it, and will wait for a new mapping.`;
}
