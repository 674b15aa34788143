import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChannelOrder, ConnectorSession, Page, Result } from '../contract.ts';
import { withoutSlash } from '../http/addresses.ts';
import type { Judge } from '../http/request.ts';
import { mapResult } from '../http/result.ts';
import { because } from './reasons.ts';
import { brokenAt, longestFile, pageOf } from './rows.ts';

/** A file that was read for one order. `whose`: a digest of the settings that it was read with. */
type Kept = { whose: string; etag: string; page: Page<ChannelOrder> };
/** The last one, of whichever connection: the next order is likely to be in it too, and one file fits in memory. */
let kept: Kept | null = null;

/** The file as a page, for one order. It is asked for each time; sent and read again only where it is another one than before. */
export async function pageForOne(session: ConnectorSession, sites: readonly string[]): Promise<Result<Page<ChannelOrder>>> {
  const whose = createHash('sha256').update(JSON.stringify(session.settings)).digest('base64url');
  const before = kept?.whose === whose ? kept : null;
  return mapResult(await file(session, before?.etag ?? null), ({ text, etag, readAt, isSame }) => {
    if (isSame && before) return { ...before.page, records: before.page.records.map((each) => ({ ...each, modifiedAt: readAt })) };
    const page = pageOf(text, {}, { sites, readAt });
    kept = etag === null ? null : { whose, etag, page };
    return page;
  });
}

/** The file; empty when it is still the one with this ETag. */
export async function file(
  { http, settings: { address = '' } }: ConnectorSession,
  etag: string | null,
): Promise<Result<{ text: string; etag: string | null; readAt: Date; isSame: boolean }>> {
  const readAt = new Date();
  const result = await http.reply({
    ...{ method: 'GET', effect: 'read', url: `${withoutSlash(address)}/orders.csv`, operation: 'list_orders' },
    ...{ as: 'text', reads: z.string(), good: etag === null ? [] : [304], judge: isCsv },
    headers: etag === null ? {} : { 'if-none-match': etag },
  });
  return mapResult(result, ({ status, body, headers }) => {
    const isSame = status === 304;
    return { text: isSame ? '' : body, etag: headers.etag ?? (isSame ? etag : null), readAt, isSame };
  });
}

/** The names in the first line: a trial reads no more of a file, which may be of any length. */
export const columns = ({ http, settings: { address = '' } }: ConnectorSession): Promise<Result<string[]>> =>
  http.lines(
    { method: 'GET', effect: 'read', url: `${withoutSlash(address)}/orders.csv`, operation: 'list_orders', judge: isCsv },
    async (lines) => {
      for await (const line of lines) return line.slice(0, 10_000).split(',');
      return [];
    },
  );

/** A web server that has trouble may reply with a page of its own, and 200. A file may be read while it is being written. */
export const isCsv: Judge = ({ status, headers, body }) => {
  if (status !== 200) return undefined;
  if (!/^text\/csv\b/.test(headers['content-type'] ?? '')) return { kind: 'retry', reason: because({ code: 'csv_drop.not_csv' }) };
  if (typeof body === 'string' && isTooLong(body))
    return { kind: 'retry', reason: because({ code: 'csv_drop.too_long', lines: longestFile }) };
  const line = typeof body === 'string' ? brokenAt(body) : null;
  if (line !== null) return { kind: 'retry', reason: because({ code: 'csv_drop.broken', line }) };
  return undefined;
};

/** It is read at once, and others wait in the meantime. */
function isTooLong(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && lines <= longestFile; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > longestFile || text.length > mostCharacters;
}

const mostCharacters = 4_000_000;
