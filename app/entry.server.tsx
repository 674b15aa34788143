import { renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { wholePage } from '../platform/http/pages.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { readHandedOver } from './screens/shell/loader-stream.ts';
import { NonceContext } from './screens/shell/nonce.ts';

/** How long a page may wait for its slow parts, in ms. */
export const streamTimeout = 10_000;

/** Renders a page as a whole: it is small, streaming costs more than it saves, and a failure can still set the status. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const nonce = context.get(requestContext).cspNonce;
  await readHandedOver(page);
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={page} url={request.url} nonce={nonce} />
    </NonceContext>,
  );
  // renderToString omits it.
  return wholePage(`<!DOCTYPE html>${html}`, { status, headers });
}
