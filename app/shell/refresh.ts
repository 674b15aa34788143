import type { LoaderFunctionArgs } from 'react-router';
import { loadShell } from './shell-data.ts';

/** The shell's counts alone, reloaded on live events without the page. */
export const loader = ({ context, request }: LoaderFunctionArgs) => loadShell(context, request);
