import { useRouteLoaderData } from 'react-router';
import type { ShellData } from '../../../shell/shell-data.ts';

/** The signed-in person and account. */
export const useSignedIn = () => (useRouteLoaderData('shell/layout') as ShellData | undefined)?.session;
