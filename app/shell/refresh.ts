import type { LoaderFunctionArgs } from 'react-router';
import { loadShell } from './shell-data.ts';

/** The shell's counts by themselves: asked for when there is news, without loading the page again. */
export const loader = ({ context, request }: LoaderFunctionArgs) => loadShell(context, request);
