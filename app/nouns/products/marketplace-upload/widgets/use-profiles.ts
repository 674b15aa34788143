import { call } from '../../../../../platform/call.ts';
import { useQuery } from '../../../../ui/hooks/use-query.ts';
import { uploadStatusCall } from '../contract.ts';

/** The profiles that products can be uploaded to; none until the channel has said so. */
export function useProfiles() {
  const { data } = useQuery({
    queryKey: ['marketplace-profiles'],
    queryFn: ({ signal }) => call(uploadStatusCall, {}, signal),
    ...{ staleTime: 300_000, retry: false },
  });
  return data?.profiles ?? [];
}
