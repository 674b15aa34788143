import type { z } from 'zod';
import type { Headers } from './headers.ts';
import type { Reason } from './reasons.ts';
import type { Failure, RejectionCode, Result } from './result.ts';

/** A connection's own HTTP client: signed in, limited, logged. `connectors/http.ts` makes it; a connector only asks. */
export type ConnectorHttp = {
  /** One request; its body, as `reads` describes it. */
  request: <T>(request: HttpRequest<T>) => Promise<Result<T>>;
  /** The same with status and headers, their names in lower case: for `location`, `link`, `x-wp-totalpages`, `etag`. */
  reply: <T>(request: HttpRequest<T>) => Promise<Result<TimedReply<T>>>;
  /**
   * Reads a body of any size line by line while it arrives: a report of JSON lines or tab-separated values (`http/lines.ts`
   * parses both). `take` may stop early; what it returns is the value. A body that breaks off is a failure, whatever was taken.
   */
  lines: <T>(request: LinesRequest, take: (lines: AsyncIterable<string>, headers: Headers) => Promise<T>) => Promise<Result<T>>;
};

export type Reply<T = unknown> = { status: number; headers: Headers; body: T };
/** `leftAt`: when its request left, by our clock, after it waited for the limits. What the reply says is as of then or later. */
export type TimedReply<T> = Reply<T> & { leftAt: Date };

export type HttpRequest<T> = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute, on one of the connector's own origins. */
  url: string;
  query?: Record<string, string | number | null | undefined>;
  body?: RequestBody;
  headers?: Headers;
  /** Names the exchange in the log, and the limits that count it. */
  operation: string;
  /**
   * `read`: changes nothing there, by whatever method; when it fails it is never "maybe done". `idempotent`: twice does no more
   * than once, so it is repeated at once when a kept connection was closed. `once`: must not be repeated without looking.
   */
  effect: 'read' | 'idempotent' | 'once';
  /** The schema of a good reply. A reply that does not fit is a broken one: `retry`. */
  reads: z.ZodType<T>;
  /** How the reply's body is written; JSON unless said. An empty JSON body is null. */
  as?: 'json' | 'text';
  /** Statuses beside 2xx that are good replies, as 304. */
  good?: number[];
  /** Looks at a reply before its status does; undefined leaves it to the status, and to the connector's own `judge`. */
  judge?: Judge;
  /** Reads why a request was refused (a 4xx other than 401, 402, 403, 404, 410, 429). */
  rejection?: (status: number, body: unknown) => { code: RejectionCode; reason: Reason; setting?: string };
  /** How much of its limits it takes; 1 unless said. */
  cost?: number;
  /** How long it may last, where that is longer than usual, as a large report. */
  timeoutMs?: number;
  /** Sent without sign-in: the only request that may go to the connector's `downloads` hosts, as a presigned address is. */
  anonymous?: true;
  /** Signed in by one of the connector's further `credentials`, in place of its `auth`. */
  credential?: string;
};

export type RequestBody = { json: unknown } | { form: Record<string, string | number | null | undefined> } | { text: string; type: string };

export type LinesRequest = Omit<HttpRequest<unknown>, 'reads' | 'as' | 'good'> & {
  /** The body is a compressed file, whatever its headers say. */
  unpack?: 'gzip';
  /** When the headers do not tell, as `shift_jis`; UTF-8 unless said. */
  charset?: string;
};

/**
 * What is wrong with a reply whose status does not say it, as a 200 that means "slow down" or a 500 that is a refusal. `reply.body`
 * is parsed, or its text, or null. For `retry` the core fills in what is left out: the back-off and whether it may be done.
 */
export type Judge = (reply: Reply, request: Judged) => Verdict | undefined;
export type Judged = Pick<HttpRequest<unknown>, 'method' | 'url' | 'operation' | 'effect'> & { now: Date };
export type Verdict =
  | Exclude<Failure, { kind: 'retry' }>
  | { kind: 'retry'; reason: Reason; at?: Date; limited?: boolean; changed?: boolean; maybeDone?: boolean; setting?: string };

/** Where requests may go. */
export type Hosts = {
  /** Full origins of the API: the only places that our sign-in is sent to. */
  api: string[];
  /** Hosts of the vendor's files, for `anonymous` requests: `files.example.com`, or `*.example.com` for any name below. */
  downloads?: string[];
};
