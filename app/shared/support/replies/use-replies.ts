import { call } from '../../../../platform/call.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { listRepliesCall } from './contract.ts';

export const repliesKey = ['saved-replies'];

/** What the account has saved, read when somebody is about to need it. */
export const useReplies = (isWanted: boolean) =>
  useQuery({
    queryKey: repliesKey,
    enabled: isWanted,
    staleTime: 0,
    queryFn: ({ signal }) => call(listRepliesCall, {}, signal),
  });
