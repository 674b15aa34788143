import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { useQuery, useQueryClient } from '../../../../ui/hooks/use-query.ts';
import { type Profile, readProfile } from '../contract.ts';

const queryKey = ['profile'];

/** The own name, two-factor sign-in and sessions, as they came with the page. */
export const useProfile = (first: Profile | null) =>
  useQuery({ queryKey, queryFn: () => call(readProfile, {}), initialData: first ?? undefined });

/** Reads it again after a change, and the name in the header. */
export function useProfileChanged(): () => Promise<void> {
  const queries = useQueryClient();
  const { revalidate } = useRevalidator();
  return async () => {
    await Promise.all([queries.invalidateQueries({ queryKey }), revalidate()]);
  };
}
