import { setTimeout as pause } from 'node:timers/promises';
import { findImport } from '../app/screens/import-export/imports/running/import-row.ts';
import { listRows } from '../app/screens/import-export/imports/shown-rows.ts';
import { rowCodes } from '../app/shared/imports/contract.ts';
import type { Database } from '../platform/db.ts';
import { reading } from '../platform/tenant.ts';

/** Reads pages of an import's rows, near its beginning and far from it, one after the other until it is ended. Returns the longest, in ms. */
export function readRowsMeanwhile(database: Database, accountId: number, importId: number, rows: number): { end: () => Promise<number> } {
  let [isOver, longest] = [false, 0];
  const pages = [1, 200, Math.floor(rows / 100)];
  const readAll = async () => {
    while (!isOver) {
      for (const code of rowCodes)
        for (const page of pages) {
          const started = performance.now();
          await reading(database, { accountId, userId: null }, async (tenant) => {
            const row = await findImport(tenant, importId);
            if (row) await listRows(tenant, row, { code, page });
          });
          longest = Math.max(longest, performance.now() - started);
        }
      // As somebody who looks on, not as a load of its own.
      await pause(500);
    }
  };
  const done = readAll();
  return {
    async end() {
      isOver = true;
      await done;
      return longest;
    },
  };
}
