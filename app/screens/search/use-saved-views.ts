import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/call.ts';
import { readOpeningCall, type View } from '../../shared/views/contract.ts';

/** The person's views of orders; empty until they are loaded, or when loading fails. */
export function useSavedViews(): View[] {
  const { data } = useQuery({
    queryKey: ['saved-views', 'orders'],
    queryFn: ({ signal }) => call(readOpeningCall, { params: { entity: 'orders' } }, signal),
    staleTime: 0,
  });
  return data?.views ?? [];
}
