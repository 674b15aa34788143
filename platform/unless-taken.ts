type DatabaseError = { code?: string; constraint?: string; message?: string };

/** Whether the database refused a row because a unique index has one like it. */
export const isTaken = (error: unknown): boolean => ((error ?? {}) as DatabaseError).code === '23505';

/**
 * Waits for a write; where it would break this unique index, throws what `refusal` gives instead of the database's error. The
 * transaction is over then.
 */
export async function unlessTaken<Result>(index: string, write: Promise<Result>, refusal: () => Error): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    throw isTaken(error) && isOf(error as DatabaseError, index) ? refusal() : error;
  }
}

/** On several nodes the index is that of a part of the table, with a number behind its name, and only the message has it. */
const isOf = ({ constraint, message = '' }: DatabaseError, index: string) =>
  constraint === undefined ? /^\d+\b/.test(message.split(`${index}_`, 2)[1] ?? '') : constraint === index;
