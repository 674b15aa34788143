import { useQuery } from '@tanstack/react-query';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { showFailure } from '../../../../ui/alerts/alerts.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { NotCounted } from '../../../../ui/text/not-counted.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { AtWarehouse, useIsListed } from '../../saves/at-warehouse.tsx';
import type { PreviewedChange } from '../../saves/contract.ts';
import { useShowSaved } from '../../saves/use-saved.ts';
import { countStopsCall } from '../../stops/contract.ts';
import { deleteLocationCall, deleteQuestion, type LocationRow, notDeleted } from '../contract.ts';

type Props = {
  slug: string;
  row: LocationRow /** Of a row that is not saved: it goes from the table alone. */;
  onRemove: (internalId: string) => void;
  onClose: () => void;
};

/** Asks before a location's mapping is deleted, and says which orders it concerns. */
export function DeleteLocation({ slug, row, onRemove, onClose }: Props) {
  const { id, internal_id, connector_location, amware_location } = row;
  const { revalidate } = useRevalidator();
  const showSaved = useShowSaved();
  const { data, error } = useQuery({
    queryKey: ['stops', slug, 'location', internal_id],
    enabled: amware_location !== null,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(countStopsCall, { params: { name: slug }, query: { kind: 'location', code: internal_id } }, signal),
  });
  const changes: PreviewedChange[] =
    id === null ? [] : [{ connection: slug, change: { kind: 'location', codes: [{ code: internal_id, to: null, is_deleted: true }] } }];
  const isListed = useIsListed(changes);
  const remove = async () => {
    if (id === null) return onRemove(internal_id);
    try {
      showSaved(await call(deleteLocationCall, { params: { connector: slug, id } }));
    } catch (error) {
      return showFailure(error, notDeleted);
    }
    await revalidate();
  };
  return (
    <ConfirmDialog
      title={`Delete ${connector_location}?`}
      text={
        <>
          <p>{deleteQuestion}</p>
          {error && <NotCounted error={error} />}
          {data && data.stops > 0 && (
            <p>
              {countedWords(data.stops, 'order that has not left goes', 'orders that have not left go')} by it. Without it the warehouse
              chooses where they leave from.
            </p>
          )}
          <AtWarehouse changes={changes} />
        </>
      }
      verb="Delete"
      danger
      disabled={!isListed}
      run={async () => void (await remove())}
      onClose={onClose}
    />
  );
}
