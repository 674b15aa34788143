import { useRouteLoaderData } from 'react-router';
import { mayDo } from '../../accounts/permissions.ts';
import type { Permission } from '../../accounts/session.ts';
import type { ShellData } from '../../shell/shell-data.ts';

/** Whether the person who looks at this page may; the server checks it again. */
export function useMay(permission: Permission): boolean {
  const shell = useRouteLoaderData('shell/layout') as ShellData | undefined;
  return shell !== undefined && mayDo(shell.session.role, permission);
}
