import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginPassword, logins } from '../platform/login-url.ts';
import { freePort } from './free-port.ts';
import { overNetwork } from './start-database.ts';

const program = process.env.PGBOUNCER ?? 'pgbouncer';
const [, major = 0, minor = 0] = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];

/** Whether this machine has a PgBouncer as docs/operations.md asks for: in the path, or where PGBOUNCER says. */
export const poolerIsHere = Number(major) > 1 || Number(minor) >= 21;

export type Pooler = {
  /** The address of the same database by way of it. */
  url: string;
  /** Leads to the server of another address from now on, as an operator does: by its settings, and `RELOAD`. */
  leadTo: (direct: string) => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts one before the server of this address, as docs/operations.md says. It ends with this process, which need not be root's. */
export async function startPooler(direct: string): Promise<Pooler> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'crossdock-pooler-')), await freePort()];
  const people = logins.map((name) => `"${name}" "${loginPassword(direct)}"\n`).join('');
  await writeFile(join(folder, 'people.txt'), people);
  const configure = (server: URL) => writeFile(join(folder, 'pgbouncer.ini'), settingsOf(server, folder, port));
  await configure(new URL(direct));
  await chmod(folder, 0o755);
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...nobody });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve();
    });
    child.once('exit', () => reject(new Error(`PgBouncer ended:\n${said}`)));
  });
  return {
    url: Object.assign(overNetwork(direct), { port: String(port) }).href,
    async leadTo(next) {
      await configure(new URL(next));
      child.kill('SIGHUP');
    },
    async stop() {
      process.off('exit', end);
      end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Way = { variables: { DATABASE_URL: string; DATABASE_DIRECT_URL: string }; stop: () => Promise<void> };

/** How processes of the product reach a database: with POOLED=1 by way of a PgBouncer of their own. */
export async function wayTo(direct: string): Promise<Way> {
  if (process.env.POOLED !== '1') return { variables: { DATABASE_URL: direct, DATABASE_DIRECT_URL: direct }, stop: async () => undefined };
  if (!poolerIsHere) throw new Error('POOLED=1 needs a PgBouncer of version 1.21 or newer, in the path or where PGBOUNCER says.');
  const { url, stop } = await startPooler(direct);
  return { variables: { DATABASE_URL: url, DATABASE_DIRECT_URL: direct }, stop };
}

const settingsOf = ({ hostname, port }: URL, folder: string, ownPort: number) => `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'people.txt')}
pool_mode = transaction
max_prepared_statements = 200
server_login_retry = 1
`;
