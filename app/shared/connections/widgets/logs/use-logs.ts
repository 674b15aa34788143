import { useThrottledCallback } from '@mantine/hooks';
import type { InfiniteData } from '@tanstack/react-query';
import { call } from '../../../../../platform/call.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '../../../../ui/hooks/use-query.ts';
import { useLive } from '../../../../ui/live/use-live.ts';
import { listLogsCall } from '../../contract.ts';
import type { LogEntry } from './log-entry.ts';

/** The page size of the API. */
const page = 100;
const lookEveryMs = 3_000;

/**
 * A connection's log, newest first: older entries are loaded on demand, newer ones counted until they are shown. These are looked for
 * behind `from` at least: of an entity with few entries the last may be weeks ago, and all since would be read again each time.
 */
export function useLogs(connectionId: number, entity: number, from: number) {
  const client = useQueryClient();
  const params = { connectorId: connectionId, entityId: entity };
  const key = ['logs', connectionId, entity];
  const log = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => call(listLogsCall, { params, query: { before: pageParam } }, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last: LogEntry[]) => (last.length < page ? undefined : last.at(-1)?.id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const entries = log.data?.pages.flat();
  const newest = Math.max(entries?.[0]?.id ?? 0, from);
  const newer = useQuery({
    queryKey: ['newer-logs', connectionId, entity, newest],
    queryFn: ({ signal }) => call(listLogsCall, { params, query: { after: newest } }, signal),
    enabled: log.isSuccess,
    gcTime: 0,
  });
  useLive(
    ['connections', 'runs', 'orders'],
    useThrottledCallback(() => void (log.isSuccess && newer.refetch()), lookEveryMs),
  );
  const fresh = newer.data ?? [];
  const showNewer = () => {
    // More than fit into one reply: entries in between would be missing, so load the log from the start.
    if (fresh.length === page) return client.resetQueries({ queryKey: key });
    return client.setQueryData<InfiniteData<LogEntry[]>>(key, (now) =>
      now ? { pages: [fresh, ...now.pages], pageParams: [undefined, ...now.pageParams] } : now,
    );
  };
  return { log, entries, newer: fresh.length === page ? `${page}+` : String(fresh.length || ''), showNewer };
}
