import type { z } from 'zod';
import type { Result } from '../contract.ts';
import { type Rejection, saidOrRefused } from '../http/failure.ts';
import type { ConnectorHttp, HttpRequest } from '../http/request.ts';
import { tooMuch } from '../http/whole-list.ts';
import * as wire from './wire.ts';

/** Requests to the API of one profile. `base` has no trailing slash. */
export type Api = {
  get: <T>(operation: string, path: string, reads: z.ZodType<T>, query?: Record<string, string | number>) => Promise<Result<T>>;
  /** A short list as a whole. */
  all: <T>(operation: string, path: string, reads: z.ZodType<T>) => Promise<Result<T[]>>;
  write: <T>(
    request: Pick<HttpRequest<T>, 'method' | 'operation' | 'effect' | 'reads'> & { path: string; json?: unknown },
  ) => Promise<Result<T>>;
  profileId: string;
  /** A filter that keeps what other profiles have out. */
  mine: (...conditions: string[]) => string;
};

/** No account has so many profiles, centers or webhooks: a list whose pages lead on for ever is left. */
const mostPages = 100;

export function apiOf(http: ConnectorHttp, { base, profileId }: { base: string; profileId: string }): Api {
  const read = <T>(operation: string, url: string, reads: z.ZodType<T>, query = {}) =>
    http.request({ method: 'GET', url, query, operation, reads, effect: 'read', rejection });
  return {
    get: (operation, path, reads, query) => read(operation, `${base}/v1/${path}`, reads, query),
    profileId,
    mine: (...conditions) => [`ProfileID eq ${profileId}`, ...conditions].join(' and '),
    write: ({ path, json, ...rest }) =>
      http.request({ ...rest, url: `${base}/v1/${path}`, rejection, ...(json === undefined ? {} : { body: { json } }) }),
    async all(operation, path, reads) {
      const records: unknown[] = [];
      let url: string | null | undefined = `${base}/v1/${path}`;
      for (let pages = 0; url; pages += 1) {
        if (pages === mostPages) return tooMuch('ChannelAdvisor');
        const result: Result<wire.WirePage> = await read(operation, url, wire.page);
        if (!result.ok) return result;
        records.push(...result.value.value);
        url = result.value['@odata.nextLink'];
      }
      return { ok: true, value: records.flatMap((record) => reads.safeParse(record).data ?? []) };
    },
  };
}

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
export const oneOf = (field: string, values: readonly string[]) => `(${values.map((value) => `${field} eq ${value}`).join(' or ')})`;

/** OData words a refusal in `error.message`, the rest of the API in `Message`; the token endpoint has a word. */
export function rejection(status: number, body: unknown): Rejection {
  const { Message, error } = wire.refusal.catch({}).parse(body);
  const text = (typeof error === 'string' ? error : error?.message) || Message;
  return { code: status === 400 || status === 422 ? 'invalid' : 'other', reason: saidOrRefused(text, status) };
}
