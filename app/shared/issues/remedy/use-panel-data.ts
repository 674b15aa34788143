import { useEffect, useEffectEvent } from 'react';
import { showError } from '../../../ui/alerts/alerts.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { remedyFor } from '../issue.ts';
import type { RemedyIssue } from './remedy.ts';

/** The data of a remedy's form, loaded each time it opens: the likeliest choices, the current address, or the orders to compare. */
export function usePanelData<Data>(
  issue: RemedyIssue,
  read: (issue: RemedyIssue, signal: AbortSignal) => Promise<Data>,
  enabled: boolean,
  onFailed: () => void,
): { data: Data | undefined } {
  const { type, subject, connection_id, order_id } = issue;
  const { data, error, isFetching } = useQuery({
    queryKey: ['remedy', remedyFor(issue), type, subject, connection_id, order_id],
    enabled,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: ({ signal }) => read(issue, signal),
  });
  const fail = useEffectEvent((failure: Error) => {
    showError(failure);
    onFailed();
  });
  useEffect(() => {
    if (error && !isFetching) fail(error);
  }, [error, isFetching]);
  return { data };
}
