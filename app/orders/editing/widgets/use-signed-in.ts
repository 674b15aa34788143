import { useRouteLoaderData } from 'react-router';
import type { ShellData } from '../../../shell/shell-data.ts';

/** Who looks at this page, and as which account. */
export const useSignedIn = () => (useRouteLoaderData('shell/layout') as ShellData | undefined)?.session;
