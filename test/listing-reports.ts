import { expect } from 'vitest';
import type { Encoding } from '../app/shared/imports/reading/encodings/list.ts';
import { addressOf } from '../platform/call.ts';
import { importing } from './imports.ts';
import type { Person, TestWeb } from './web.ts';

type Fields = Record<string, string>;

/** As a marketplace writes it: tabs, quotes that are data, rows that end early. */
export const reportOf = (columns: string[], rows: string[][]) => [columns, ...rows].map((row) => row.join('\t')).join('\r\n');

/** Uploads listing reports as a browser does, and does the work of them. */
export function importingReports(own: TestWeb) {
  const { work } = importing(own);
  /** The imports of reports that a worker is to do. */
  const waiting = ({ accountId }: Person) =>
    own.sql<{ id: number }>(`select id from imports where account_id = $1 and state = 'applying'`, [accountId]);
  const send = async (
    person: Person,
    content: string | Buffer,
    fields: Fields = { mappingColumn: 'seller-sku' },
    field = 'uploadedFile',
    encoding?: Encoding,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set(field, new File([typeof content === 'string' ? content : new Uint8Array(content)], 'listings.txt', { type: 'text/plain' }));
    const sent = new Response(form);
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
    return own.as(person, {
      method: 'POST',
      url: addressOf('/api/products/import', {}, { encoding }),
      headers,
      payload: Buffer.from(await sent.arrayBuffer()),
    });
  };
  return {
    ...{ waiting, send },
    /** Uploads a report, and does the work of it while the call waits. */
    async imported(person: Person, content: string | Buffer, fields?: Fields) {
      const replying = send(person, content, fields);
      await expect.poll(() => waiting(person)).toHaveLength(1);
      for (const { id } of await waiting(person)) await work(person, id);
      return replying;
    },
  };
}
