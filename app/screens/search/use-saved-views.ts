import { call } from '../../../platform/call.ts';
import { listViewsCall, type View } from '../../shared/views/contract.ts';
import { useQuery } from '../../ui/hooks/use-query.ts';

/** The views that the person may use, of all lists, at most a hundred; empty until they are loaded, or when loading fails. */
export function useSavedViews(): View[] {
  const { data } = useQuery({
    queryKey: ['saved-views'],
    queryFn: ({ signal }) => call(listViewsCall, { query: { perPage: 100 } }, signal),
    staleTime: 0,
  });
  return data?.data ?? [];
}
