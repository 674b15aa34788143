import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { requestContext } from '../platform/http/request-context.ts';
import { NonceContext } from './shell/nonce.ts';

/** How long a page may wait for its slow parts, in ms. */
export const streamTimeout = 10_000;

/** Renders a page as a whole: it is small, a stream in pieces costs more than it saves, and what fails still has a status. */
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
  return new Response(html, { status, headers });
}

function renderWhole(page: React.ReactNode, nonce: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const whole = new Writable({
      write(chunk: Buffer, _encoding, next) {
        chunks.push(chunk);
        next();
      },
      final(next) {
        resolve(Buffer.concat(chunks));
        next();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, { nonce, onAllReady, onShellError: reject });
    const timer = setTimeout(abort, streamTimeout + 1_000);
    function onAllReady() {
      clearTimeout(timer);
      pipe(whole);
    }
  });
}
