import { deleteMarksOf } from '../../app/base/installation/mark-files.ts';
import type { Environment } from '../../platform/env.ts';
import { openFiles } from '../../platform/files.ts';
import type { Filled } from './inside.ts';

/** Deletes the files of a database, and the marks of its workers. The store may be somebody's, with files of other databases. */
export async function deleteFilesOf(env: Pick<Environment, 'filesDir' | 'filesS3'>, { installation, keys }: Filled): Promise<void> {
  const { store } = openFiles(env);
  for (const key of keys) await store.delete(key);
  await deleteMarksOf(store, installation);
}
