/**
 * What is written of an error: where it happened and of what kind it is. An error of the database also has the values of rows (`detail`,
 * `where`), one of the pool the connection with the key that cancels its statements, one of the mail server the addresses: nothing of
 * that is among these.
 */
const written = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine', 'syscall', 'status', 'responseCode'];
const deepest = 3;

export function errorEntry(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutAddresses(error) : error;
  const fields = error as Error & Record<string, unknown>;
  const message = withoutValues(error);
  const inner = depth < deepest ? error.cause : undefined;
  return {
    type: error.constructor.name,
    message,
    ...Object.fromEntries(written.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))),
    stack: withoutAddresses((error.stack ?? '').replaceAll(error.message, () => message)),
    ...(inner instanceof Error && { cause: errorEntry(inner, depth + 1) }),
  };
}

/**
 * What is wrong with a value (SQLSTATE class 22) quotes it: `invalid input syntax for type date: "…"`, `value "…" is out of range`. So does
 * the parser of JSON. The value may have quotes of its own.
 */
function withoutValues(error: Error & { code?: unknown }): string {
  const { message, code } = error;
  const [first, last] = [message.indexOf('"'), message.lastIndexOf('"')];
  const quotes = first >= 0 && (String(code).startsWith('22') || error instanceof SyntaxError);
  return withoutAddresses(quotes ? `${message.slice(0, first)}"…"${message.slice(Math.max(last, first) + 1)}` : message);
}

/** A mail server repeats whom it refused. What has a slash is a path, as `node_modules/@scope`. */
function withoutAddresses(text: string): string {
  if (!text.includes('@')) return text;
  return text
    .split(/(\s)/)
    .map((word) => (/[^<("'`]@/.test(word) && !word.includes('/') ? '[address]' : word))
    .join('');
}
