import { createRequestHandler, isRouteErrorResponse, type RouterContextProvider, type ServerBuild } from 'react-router';
import type { Environment } from '../platform/env.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { createLog, type Log } from '../platform/log.ts';
import { startWeb as startServer } from './web.ts';

/** Starts the web process: the API of app/web.ts, and the pages of this bundle. */
export async function startWeb(env: Environment) {
  const log = createLog(env);
  const build = async () => logged(await import('virtual:react-router/server-build'), log);
  // Vite replaces the build when files change; a bundle has only one.
  const render = createRequestHandler(import.meta.env.DEV ? build : await build(), import.meta.env.MODE);
  return startServer(env, async (request, context) => {
    if (import.meta.env.DEV) await handOver(context);
    return render(request, context);
  });
}

/** In development a changed file may be loaded again with everything it imports: pages then use another context key. */
async function handOver(context: RouterContextProvider): Promise<void> {
  const fresh = await import('../platform/http/request-context.ts');
  context.set(fresh.requestContext, context.get(requestContext));
}

/** Logs what breaks while a page is rendered, with the person; React Router does not show it. page.ts logs what fails in loaders. */
function logged({ ...build }: ServerBuild, log: Log): ServerBuild {
  const handleError: ServerBuild['entry']['module']['handleError'] = (error, { request, context }) => {
    if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
    const { accountId, userId } = context.get(requestContext).session ?? {};
    log.error({ err: error, page: new URL(request.url).pathname, accountId, userId }, 'A page failed');
  };
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, handleError } } };
}
