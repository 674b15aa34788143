import { createRequestHandler } from 'react-router';
import type { Environment } from '../platform/env.ts';
import { startWeb as startServer } from './web.ts';

/** Starts the web process: the API of app/web.ts, and the pages of this bundle. */
export function startWeb(env: Environment) {
  return startServer(env, pages);
}

const pages = createRequestHandler(() => import('virtual:react-router/server-build'), import.meta.env.MODE);
