const uniqueViolation = '23505';

/**
 * Waits for a write; where it would break this unique index, throws what `refusal` gives instead of the database's error. The
 * transaction is over then.
 */
export async function unlessTaken<Result>(index: string, write: Promise<Result>, refusal: () => Error): Promise<Result> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string };
    throw code === uniqueViolation && constraint === index ? refusal() : error;
  }
}
