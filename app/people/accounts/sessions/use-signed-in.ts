import { useRouteLoaderData } from 'react-router';
import type { Permission, SignedIn } from '../../../../platform/signed-in.ts';
import { mayDo } from '../people/permissions.ts';

/** Who looks at this page, and as which account. The shell loads it. */
export function useSignedIn(): SignedIn | undefined {
  return useShellData()?.session;
}

/** Whether this is the demo. */
export const useDemo = (): boolean => useShellData()?.demo ?? false;

const useShellData = () => useRouteLoaderData('screens/shell/layout') as { session: SignedIn; demo: boolean } | undefined;

/** Whether the person who looks at this page may; the server checks it again. */
export function useMay(permission: Permission): boolean {
  const session = useSignedIn();
  return session !== undefined && mayDo(session.role, permission);
}
