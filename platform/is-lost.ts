/**
 * Whether there was no connection, or it broke: before a request, during a statement, or between two, when the driver says of the next
 * statement that its client is not queryable. The driver's own errors have no codes.
 */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)$/.test(String(code)) ||
    /^(connection terminated|client has encountered a connection error|client was closed|timeout exceeded when trying to connect)/i.test(
      message,
    )
  );
}
