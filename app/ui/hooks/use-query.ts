import * as tanstack from '@tanstack/react-query';
import { use, useEffect } from 'react';
import { QueriesContext } from './queries.tsx';

/** TanStack Query's hooks with the client of the page, which the first of them makes. */
export const useQuery = ((options: tanstack.UseQueryOptions) => tanstack.useQuery(options, useQueryClient())) as typeof tanstack.useQuery;

export const useInfiniteQuery = ((options: tanstack.UseInfiniteQueryOptions) =>
  tanstack.useInfiniteQuery(options, useQueryClient())) as typeof tanstack.useInfiniteQuery;

export const useMutation = ((options: tanstack.UseMutationOptions) =>
  tanstack.useMutation(options, useQueryClient())) as typeof tanstack.useMutation;

export function useQueryClient(): tanstack.QueryClient {
  const queries = use(QueriesContext);
  if (!queries) throw new Error('What reads stands in a QueriesProvider.');
  queries.client ??= new tanstack.QueryClient({ defaultOptions });
  const { client } = queries;
  // As long as something reads, it hears when the page is looked at again and when the network is back.
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  return client;
}

/** Without a network a call fails and says so, instead of waiting silently and being sent later. */
const whenOffline = { networkMode: 'always' } as const;
const defaultOptions = { queries: { staleTime: 10_000, retry: 1, ...whenOffline }, mutations: whenOffline };
