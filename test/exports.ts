import { expect } from 'vitest';
import { allNouns } from '../app/entities/all.ts';
import { stillExporting } from '../app/shared/exports/contract.ts';
import { writeExport } from '../app/shared/exports/write.ts';
import type { Log } from '../platform/log.ts';
import { quietLog } from './shop/quiet.ts';
import type { Person, TestWeb } from './web.ts';

/** Asks for exports as a browser does, and writes their files as a worker does. `own` waits for no file: `longestWaitMs: 0`. */
export function exporting(own: TestWeb) {
  const write = (exportId: number, { accountId, userId }: Person, stop = new AbortController().signal) => {
    const means = { database: own.database, files: own.web.parts.files, log: quietLog().log as unknown as Log };
    return writeExport(allNouns, means, { accountId, userId, exportId }, stop);
  };
  /** The text of a file that was written. */
  const textOf = async (exportId: number, person: Person): Promise<string> => {
    const [file] = await own.sql<{ file_id: string }>('select file_id from exports where id = $1', [exportId]);
    return (await own.as(person, { url: `/api/files/${file?.file_id}` })).body;
  };
  return {
    ...{ write, textOf },
    /** The file that a call of this address makes, written by now. It is the one that is running. */
    async exportedBy(person: Person, url: string, payload?: object): Promise<string> {
      const reply = await own.as(person, { method: 'POST', url, ...(payload && { payload }) });
      expect([reply.statusCode, reply.json().errorMessage]).toEqual([504, stillExporting]);
      const running = await own.sql<{ id: string }>('select id from exports where account_id = $1 and finished_at is null', [
        person.accountId,
      ]);
      expect(running).toHaveLength(1);
      const exportId = Number(running[0]?.id);
      await write(exportId, person);
      return textOf(exportId, person);
    },
  };
}
