import type { z } from 'zod';
import { type Endpoint, type Input, needsConfirmation, type Replies, type Reply } from './endpoint.ts';
import type { RefusalCode } from './http/refusal-codes.ts';
import { pageSessionHeader } from './page-session.ts';

const fallback = 'There was an error processing your request';

/** A call that did not succeed. `errorMessage` is one sentence for the person; `fields` are a 422's messages. */
export class CallError extends Error {
  /** 0 when no reply came. */
  readonly status: number;
  readonly errorMessage: string;
  readonly fields: Record<string, string[]>;
  readonly code: RefusalCode | undefined;
  /** The reply's body as it came. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const sentence = errorMessageOf(body);
    super(sentence);
    this.status = status;
    this.errorMessage = sentence;
    this.fields = fieldsOf(body);
    this.code = isRecord(body) && typeof body.code === 'string' ? (body.code as RefusalCode) : undefined;
    this.body = body;
  }
}

/** Whether a call was refused for this reason. */
export const isRefused = (error: unknown, code: RefusalCode): error is CallError => error instanceof CallError && error.code === code;

/**
 * Calls an endpoint from the browser, typed by its declaration. Give a FormData as `body` for an upload.
 * @throws CallError when the reply is not a 2xx, or none came (status 0).
 */
export async function call<E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, Replies>>(
  endpoint: E,
  input: Input<E> | (Omit<Input<E>, 'body'> & { body: FormData }),
  signal?: AbortSignal,
): Promise<Reply<E>> {
  const { params, query, body } = input as { params?: Parts; query?: Parts; body?: unknown };
  const response = await fetch(addressOf(endpoint.path, params, query), {
    method: endpoint.method,
    headers: {
      ...headersOfPage(),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallError(0, { errorMessage: 'The server did not respond. Check your connection and try again.', code: 'no_answer' });
  });
  const reply = await bodyOf(response);
  if (response.ok) return reply as Reply<E>;
  const error = new CallError(response.status, reply);
  if (error.code === needsConfirmation && (await confirm?.())) return call(endpoint, input, signal);
  throw error;
}

let pageSession: string | undefined;

/** From now on calls say that they are of a page of this session (`pageSessionOf`). Undefined where nobody is signed in. */
export function callAs(session: string | undefined): void {
  pageSession = session;
}

/** What every call of a page has. */
export const headersOfPage = (): Record<string, string> => ({
  accept: 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  ...(pageSession && { [pageSessionHeader]: pageSession }),
});

/** Lets the person confirm who they are; false when they would rather not. */
type Confirm = () => Promise<boolean>;
let confirm: Confirm | null = null;

/**
 * What a call does that needs the person's password again: when this resolves to true it is made a second time. Returns how to undo that.
 */
export function confirmWith(ask: Confirm): () => void {
  confirm = ask;
  return () => {
    if (confirm === ask) confirm = null;
  };
}

type Parts = Record<string, unknown>;

/** Fills `:name` in the path and appends the query; `undefined` and null are left out, lists repeat their name. */
export function addressOf(path: string, params: Parts = {}, query: Parts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined && each !== null) search.append(name, String(each));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === '') return null;
  if (!response.headers.get('content-type')?.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError(response.ok ? 0 : response.status, null);
  }
}

function errorMessageOf(body: unknown): string {
  if (!isRecord(body)) return fallback;
  if (typeof body.errorMessage === 'string' && body.errorMessage) return body.errorMessage;
  return Object.values(fieldsOf(body)).flat().join(' ') || fallback;
}

function fieldsOf(body: unknown): Record<string, string[]> {
  if (!isRecord(body)) return {};
  return Object.fromEntries(Object.entries(body).flatMap(([field, messages]) => (isMessages(messages) ? [[field, messages]] : [])));
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isMessages = (value: unknown): value is string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
