import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { listViewsCall, type View } from '../views/contract.ts';

/** The views of orders that this person may use; none until they are known, or when they cannot be read. */
export function useSavedViews(): View[] {
  const { data } = useQuery({
    queryKey: ['saved-views', 'orders'],
    queryFn: ({ signal }) => call(listViewsCall, { query: { entity: 'orders' } }, signal),
    staleTime: 0,
  });
  return data?.data ?? [];
}
