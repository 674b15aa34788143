import type { z } from 'zod';
import { addressOf, CallError, headersOfPage } from './call.ts';
import type { Endpoint, Replies, Reply } from './endpoint.ts';

type Upload = {
  params?: Record<string, unknown>;
  file: File;
  /** Called with how much was sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal?: AbortSignal;
};

/**
 * Sends a file to an endpoint that takes a form, and tells how far it is, which `fetch` cannot.
 * @throws CallError when the reply is not a 2xx, or none came (status 0)
 */
export function upload<E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies>>(
  endpoint: E,
  { params, file, onProgress, signal }: Upload,
): Promise<Reply<E>> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply<E>>();
  const request = new XMLHttpRequest();
  const body = new FormData();
  body.set(endpoint.form ?? 'file', file);
  request.open(endpoint.method, addressOf(endpoint.path, params));
  for (const [name, value] of Object.entries(headersOfPage())) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const reply = parsed(request.responseText);
    if (request.status >= 200 && request.status < 300) resolve(reply as Reply<E>);
    else reject(new CallError(request.status, reply));
  };
  request.onerror = () => reject(new CallError(0, { errorMessage: 'The file did not arrive. Check your connection and try again.' }));
  request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  request.send(body);
  return promise;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
