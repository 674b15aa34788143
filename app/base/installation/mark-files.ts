import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Store } from '../../../platform/files/store.ts';
import { workerProcess } from './process.ts';

/** What a worker has written beside the database: how far its database was, before what came next left. */
export type MarkFile = z.infer<typeof markFile>;
const markFile = z.object({
  installation: z.string(),
  worker: z.string(),
  /** The life of the database that it had: see the function database_life. */
  life: z.string(),
  mark: z.number(),
  at: z.coerce.date(),
  baseUrl: z.string(),
  /** It ended in order, or has seen that its database is another one. */
  released: z.boolean(),
  process: workerProcess.nullish(),
  /** Its database has a row of it in `worker_marks`, which is never behind this file: not of builds before. */
  kept: z.boolean().optional(),
});

const folder = 'installation';
const keyOf = (worker: string) => `${folder}/${worker}.json`;
/** A worker that was not heard of for so long is behind every other. */
const oldMs = 24 * 3_600_000;

export async function writeMark(store: Store, file: MarkFile): Promise<void> {
  await store.put(keyOf(file.worker), Readable.from([Buffer.from(JSON.stringify(file))]));
}

/** The marks of all workers that there were, of whatever installation. One that cannot be read is as if it were not there. */
export async function readMarks(store: Store): Promise<MarkFile[]> {
  const marks: MarkFile[] = [];
  // What ends otherwise is being written.
  for await (const keys of store.list(folder, new Date(Date.now() + oldMs)))
    for (const key of keys.filter((each) => each.endsWith('.json'))) {
      const content = await store.read(key);
      const read = markFile.safeParse(content && parsed(await text(content)));
      if (read.success) marks.push(read.data);
    }
  return marks;
}

/** Deletes those that are old, and that a newer one of the same database is ahead of. Returns the workers of those that stay. */
export async function deleteOld(store: Store, newest: MarkFile): Promise<string[]> {
  const left: string[] = [];
  for (const { worker, installation, mark, at } of await readMarks(store)) {
    const isOld = installation === newest.installation && mark < newest.mark && newest.at.getTime() - at.getTime() > oldMs;
    if (isOld) await store.delete(keyOf(worker));
    else left.push(worker);
  }
  return left;
}

/** Deletes those of a database that is about to be dropped. */
export async function deleteMarksOf(store: Store, dropped: string): Promise<void> {
  for (const { worker, installation } of await readMarks(store)) if (installation === dropped) await store.delete(keyOf(worker));
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}
