import { call } from '../../../../../platform/call.ts';
import { importAtWarehouseCall } from '../../../../shared/imports/contract.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { NotCounted } from '../../../../ui/text/not-counted.tsx';

/** Before an import of links is applied: what becomes of orders that went to the warehouse by what it changes. `runId`: of the check. */
export function LinksAtWarehouse({ id, runId }: { id: number; runId: number | null }) {
  const { data, error } = useQuery({ ...importPreviewOf(id, runId), staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });
  return (
    <div aria-live="polite">
      {error && <NotCounted error={error} />}
      {data?.at_warehouse && <Notice tone="warning">{data.at_warehouse}</Notice>}
    </div>
  );
}

/** Of a run: of what was checked or applied. */
export const importPreviewOf = (id: number, runId: number | null) => ({
  queryKey: ['import-at-warehouse', id, runId],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(importAtWarehouseCall, { params: { id } }, signal),
});
