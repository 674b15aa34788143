import type { z } from 'zod';
import type { RejectionCode, Result } from './result.ts';

/** A connection's own HTTP client: signed in, limited, logged. `connectors/http.ts` makes it; a connector only asks. */
export type ConnectorHttp = { request: <T>(request: HttpRequest<T>) => Promise<Result<T>> };

export type HttpRequest<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute, on one of the connector's origins. */
  url: string;
  query?: Record<string, string | number | null | undefined>;
  json?: unknown;
  headers?: Record<string, string>;
  /** Names the exchange in the log, and the bucket that it is counted in when `limits` has one by this name. */
  operation: string;
  /** True when sending it twice does no harm; a GET always may. */
  repeatable?: boolean;
  /** The schema of a good reply. A reply that does not fit is a broken one: `retry`. */
  reads: z.ZodType<T>;
  /** Reads why a request was refused (a 4xx other than 401, 403, 404, 410, 429). */
  rejection?: (status: number, body: unknown) => { code: RejectionCode; reason: string };
};

/** By operation; `'*'` is shared by every operation that has none of its own. */
export type HttpLimits = { '*': RateLimit } & Record<string, RateLimit>;
export type RateLimit = { requests: number; perMs: number };
