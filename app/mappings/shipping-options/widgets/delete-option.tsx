import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { useShowSaved } from '../../../mapping-saves/use-saved.ts';
import { countedWords } from '../../../ui/counted-words.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
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
  const remove = async () => {
    showSaved(await call(deleteShippingOptionCall, { params: { name: slug }, query: { id } }));
    await revalidate();
  };
  const consequence =
    amwareCode === null
      ? 'It is not mapped.'
      : error
        ? errorMessage(error)
        : data
          ? data.stops === 0
            ? 'No order that has not left goes by it.'
            : `${countedWords(data.stops, 'order that has not left goes', 'orders that have not left go')} by it, and will wait for a new mapping.`
          : 'Counting its orders…';
  return (
    <ConfirmDialog
      title={`Delete ${connectorCode}?`}
      text={
        <>
          <p>{deleteQuestion}</p>
          <p>{consequence}</p>
        </>
      }
      verb="Delete"
      danger
      disabled={amwareCode !== null && !data && !error}
      run={remove}
      onClose={onClose}
    />
  );
}
