import { page } from '../../../platform/http/page.ts';
import { loadShell } from './shell-data.ts';

/** The shell's counts alone, reloaded on live events without the page. */
export const loader = page('signed_in', loadShell);
