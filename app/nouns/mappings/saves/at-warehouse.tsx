import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/call.ts';
import { NotCounted } from '../../../ui/text/not-counted.tsx';
import { type MappingChanges, previewMappingCall } from './contract.ts';

type Props = {
  /** Its id, or its name in addresses. */
  connection: number | string;
  /** What would be saved; null while nothing is chosen. */
  change: MappingChanges | null;
};

/** What becomes of orders that are with the warehouse, or have left, if a link or mapping is changed like this. Nothing where none is concerned. */
export function AtWarehouse({ connection, change }: Props) {
  const { data, error } = useQuery({
    queryKey: ['at-warehouse', connection, change],
    enabled: change !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) => call(previewMappingCall, { body: { connection, change: change as MappingChanges } }, signal),
  });
  return (
    <div aria-live="polite">
      {change !== null && error && <NotCounted error={error} />}
      {change !== null && data?.at_warehouse && <p>{data.at_warehouse}</p>}
    </div>
  );
}
