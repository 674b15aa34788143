import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { wholePage } from '../platform/http/pages.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { NonceContext } from './shell/nonce.ts';

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
  const html = await renderWhole(
    <NonceContext value={nonce}>
      <ServerRouter context={page} url={request.url} nonce={nonce} />
    </NonceContext>,
    nonce,
  );
  return wholePage(html, { status, headers });
}

/** Nothing is sent before everything is rendered, including what the loaders hand over to the browser. */
function renderWhole(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => text(pipe(new PassThrough())).then(resolve, reject),
      onError: reject,
    });
  });
}
