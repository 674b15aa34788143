import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { requestContext } from '../platform/http/request-context.ts';
import { NonceContext } from './shell/nonce.ts';

/** How long a page may wait for its slow parts, in ms. */
export const streamTimeout = 10_000;

export default function renderPage(request: Request, status: number, headers: Headers, page: EntryContext, context: RouterContextProvider) {
  const nonce = context.get(requestContext).cspNonce;
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={page} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onShellReady() {
          const body = new PassThrough({ final: (done) => done(void clearTimeout(timer)) });
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        },
        onShellError: reject,
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}
