import { steadyClient } from '../platform/steady.ts';

/** Undefined when the database can be reached; otherwise one sentence that says why not, without the password. */
export async function whyUnreachable(url: string): Promise<string | undefined> {
  const client = steadyClient({ connectionString: url, connectionTimeoutMillis: 30_000 });
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const { hostname, port, pathname, username } = new URL(url);
    const at = `${hostname}:${port || 5432}`;
    const { code, message } = error as { code?: string; message?: string };
    if (code === '28P01' || code === '28000')
      return `The database at ${at} refuses the user "${username}" or its password: check DATABASE_URL, and run "node bin/crossdock.ts migrate".`;
    if (code === '3D000') return `The database "${pathname.slice(1)}" does not exist at ${at}: create it, or check DATABASE_URL.`;
    return `The database at ${at} cannot be reached (${code ?? message}): start it, or check DATABASE_URL.`;
  } finally {
    await client.end().catch(() => undefined);
  }
}
