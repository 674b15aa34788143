import { z } from 'zod';
import type { Permission } from './signed-in.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Replies = Record<number, z.ZodType>;

/**
 * One call of the API, declared once: the Fastify route (http/route.ts), its validation and authorisation, the OpenAPI
 * document (http/openapi) and the browser's typed call (call.ts) come from this value.
 */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends Replies = Replies,
> = Declared<P, Q, B, R> & { method: Method; path: `/${string}` };

type Declared<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends Replies> = {
  /** Checked on every call: without a session 401, without the permission 403. */
  may: May;
  /** A short sentence for the API's documentation. */
  summary: string;
  /** What the path names, where that is more than ids and short texts. */
  params?: P;
  query?: Q;
  body?: B;
  /** The replies by status; a handler's value is sent with the lowest 2xx. 204 is `z.null()`. */
  replies: R;
  /** A GET that changes something: served only to XMLHttpRequest (X-Requested-With) from our own origin. */
  viaXhr?: true;
  /** Called by other systems, which authenticate otherwise: no origin check. Goes with `may: 'anyone'`. */
  webhook?: true;
  /** Called with a key of an account, and never with a session: the key has this scope, or any where it is null. */
  byKey?: ByKey;
  /** Fields that name someone else on purpose, so that they are not compared with the session. */
  namesOthers?: readonly ('accountId' | 'account_id' | 'userId' | 'user_id')[];
  /** Takes a form instead of JSON, with a file in this field: `filesIn(request, field, …)` of http/read-forms.ts. */
  form?: string;
  /** What a form takes beside its file. Its values are texts. */
  formFields?: z.ZodObject;
  /** The media types of its 2xx replies where these are not JSON, as `['text/csv']`. */
  sends?: readonly string[];
  /** Takes the plain form of a page too, for browsers without JavaScript. A form that is refused is shown again: see plain-forms.ts. */
  plainForm?: true;
  /** The largest body in bytes, when not the general 1 MB. */
  bodyLimit?: number;
  /** A 422 carries `errorMessage` beside its fields, because the specification's clients read that. */
  withErrorMessage?: true;
  /**
   * Why this call, which changes something, leaves no audit row. Every other one does: tests refuse a reply without it
   * (watch-writes.ts).
   */
  unaudited?: string;
  /** Only for who has given their password in this browser lately: to everyone else 403 with the code `needsConfirmation`. */
  confirmed?: true;
  /** For who must set up two-factor sign-in before anything else, too. */
  beforeTwoFactor?: true;
  /** The same path is a page too: this endpoint serves only requests whose Accept does not ask for HTML. */
  alsoPage?: true;
  /** What its example in the document has that samples of its schemas have not (http/openapi/examples.ts). A test sends it. */
  example?: ExampleOfCall<z.input<P>, z.input<Q>, z.input<B>>;
};

/**
 * `named`: whether a request that changes something may, or must, have an `Idempotency-Key`. `asSeen`: it may have an `If-Match` with the
 * `ETag` of what it changes.
 */
export type ByKey = { scope: string | null; named?: 'may' | 'must'; asSeen?: true };

export type ExampleOfCall<P = unknown, Q = unknown, B = unknown> = {
  params?: Partial<P>;
  query?: Partial<Q>;
  body?: B;
  /** Of a form: its fields, and the text of its file or the name of a picture. */
  fields?: Record<string, string>;
  file?: string;
  /** The body of its first reply. */
  reply?: unknown;
};

/** The code of a refusal that ends when the person gives their password again: see accounts/confirming. */
export const needsConfirmation = 'needs_confirmation';

export type May = Permission | 'signed_in' | 'anyone';

/**
 * Declares an endpoint, its path in Fastify's form: `GET /api/orders/:id`. Give schemas of zod; ids as `id`, texts as `text()`. What
 * the path names is an id where the name is `id` or ends so, and else a text of up to 100 characters.
 */
export function endpoint<
  const R extends Replies,
  const M extends May,
  const C extends `${Method} /${string}`,
  P extends z.ZodType = NamedIn<C>,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
>(call: C, declared: Declared<P, Q, B, R> & { may: M }): Endpoint<P, Q, B, R> & { may: M } {
  const [method, path] = call.split(' ') as [Method, `/${string}`];
  // The build leaves browsers nothing of a declaration but its method and path.
  const params = declared?.params ?? (namedIn(path) as z.ZodType as P | undefined);
  return { ...declared, ...(params && { params }), method, path };
}

type NamedIn<Path extends string> = z.ZodType<Parts<Path, number, string>, Parts<Path, number | string, string>>;
type Parts<Path extends string, Id, Text> = [Names<Path>] extends [never]
  ? undefined
  : { [Name in Names<Path>]: Name extends 'id' | `${string}Id` ? Id : Text };
type Names<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? Names<Part> | Names<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

function namedIn(path: string): z.ZodObject | undefined {
  const names = path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, name === 'id' || name.endsWith('Id') ? id : text(100)])));
}

/** The input of `call`: only the parts that the endpoint declares. */
export type Input<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never;

/** The result of `call`: the body of any 2xx reply. */
export type Reply<E> = E extends { replies: infer R }
  ? { [S in keyof R & Success]: R[S] extends z.ZodType ? z.output<R[S]> : never }[keyof R & Success]
  : never;

type Part<K extends string, T> = [T] extends [undefined]
  ? { [key in K]?: undefined }
  : Partial<T> extends T
    ? { [key in K]?: T }
    : { [key in K]: T };
type Success = 200 | 201 | 202 | 204;

/** The body of every reply that is neither a success nor a 422. */
export const refusal = z.object({ errorMessage: z.string(), code: z.string() });

/** Of a call that toggles a lock: what it is to be, so that two people who press Lock at once do not unlock; without it, the other. */
export const wantedLock = z.object({ locked: z.boolean() }).nullish();

/** A reply with one sentence about what was done. */
export const messageReply = z.object({ message: z.string() });

/** The same of what can be undone; `runId`: what Activity has of it, by which it is undone. */
export const undoableReply = messageReply.extend({ runId: z.number() });

/** A record's id in a path, query or body. */
export const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A text that PostgreSQL can store: it has no NUL, and no half of a pair of UTF-16. */
export const text = (most = 10_000) =>
  z
    .string()
    .max(most)
    .refine(storable, 'Must not contain NUL characters')
    .refine((value) => value.isWellFormed(), 'Must not contain half of a character');

/** The name of a person, an account or a connection: it reaches mails, so it is one line, and no address of a page. */
export const nameText = (most: number) =>
  text(most)
    .trim()
    .refine((value) => !/[\p{Cc}\u2028\u2029]/u.test(value), 'A name is one line.')
    .refine((value) => !value.includes('://'), 'A name cannot have a web address in it.');

/** A time: a Date in what a query returns, and ISO 8601 with its offset on the wire. One type for both sides of a reply. */
export const instant: z.ZodType<Date | string, Date | string> = z.iso.datetime({ offset: true });

function storable(value: string): boolean {
  return !value.includes('\u0000');
}
