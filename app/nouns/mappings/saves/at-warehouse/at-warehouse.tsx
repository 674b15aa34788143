import { call } from '../../../../../platform/call.ts';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { NotCounted } from '../../../../ui/text/not-counted.tsx';
import { type PreviewedChange, previewMappingCall } from '../contract.ts';
import { SentLines } from './sent-lines.tsx';

/** What is about to be saved; empty while nothing is chosen. */
type Props = { changes: readonly PreviewedChange[] };

/**
 * What becomes of orders that are with the warehouse, or have left, if links or mappings are changed like this. Nothing where none is
 * concerned.
 */
export function AtWarehouse({ changes }: Props) {
  const { data, error } = usePreview(changes);
  return (
    <div aria-live="polite">
      {changes.length > 0 && error && <NotCounted error={error} />}
      {data?.at_warehouse_parts && <SentLines {...data.at_warehouse_parts} />}
    </div>
  );
}

/** Whether `AtWarehouse` shows by now what is concerned by these, or that it could not be found out. */
export function useIsListed(changes: readonly PreviewedChange[]): boolean {
  const { isPending } = usePreview(changes);
  return changes.length === 0 || !isPending;
}

/** Asked anew each time: orders come and go. */
const usePreview = (changes: readonly PreviewedChange[]) =>
  useQuery({ ...previewOf(changes), enabled: changes.length > 0, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });

export const previewOf = (changes: readonly PreviewedChange[]) => ({
  queryKey: ['at-warehouse', changes],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(previewMappingCall, { body: { changes: [...changes] } }, signal),
});
