import { call } from '../../../../platform/call.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { NotCounted } from '../../../ui/text/not-counted.tsx';
import { type Code, countStopsCall } from '../stops/contract.ts';
import { AtWarehouse, useIsListed } from './at-warehouse/at-warehouse.tsx';
import type { PreviewedChange } from './contract.ts';

type Props = Code & {
  slug: string;
  name: string;
  /** The specification's. */
  question: string;
  /** Where it is not, no order goes by it. */
  isMapped: boolean;
  changes: readonly PreviewedChange[];
  /** What becomes of so many orders that go by it; undefined while they are counted. */
  consequenceOf: (stops: number | undefined) => string | null;
  remove: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks before the mapping of a channel's code is deleted, and says how many orders that concerns. */
export function DeleteMapping({ slug, kind, code, name, question, isMapped, changes, consequenceOf, remove, onClose }: Props) {
  const { data, error } = useQuery({
    queryKey: ['stops', slug, kind, code],
    enabled: isMapped,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) => call(countStopsCall, { params: { name: slug }, query: { kind, code } }, signal),
  });
  const isListed = useIsListed(changes);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      text={
        <>
          <p>{question}</p>
          {error ? <NotCounted error={error} /> : <p>{consequenceOf(data?.stops)}</p>}
          <AtWarehouse changes={changes} />
        </>
      }
      verb="Delete"
      danger
      disabled={(isMapped && !data && !error) || !isListed}
      run={remove}
      onClose={onClose}
    />
  );
}
