/** The database cannot be started: `message` is one sentence that says why and what to do. */
export class DatabaseProblem extends Error {}

/** Throws known problems with a folder as one sentence, and everything else as it is. */
export function cannotKeep(folder: string, error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!words[code]) throw error;
  throw new DatabaseProblem(
    `The database cannot be kept in ${folder}: ${words[code]}. Make that folder this user's, or set DATABASE_URL.`,
    { cause: error },
  );
}

/** The system's reason in words, for the end of a sentence. */
export function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return words[code] ?? (error instanceof Error ? error.message : String(error));
}

const words: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
};
