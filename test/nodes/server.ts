import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, readlink, stat } from 'node:fs/promises';
import { until } from '../faults/until.ts';
import { onCluster } from '../start-database.ts';

/** A PostgreSQL of this machine that somebody else has started, as a fault strikes it. */
export type Server = {
  program: string;
  data: string;
  /** It is gone at once, with all that its processes had in hand. */
  kill: () => void;
  /** Starts it as it was started, where it was killed. */
  start: () => Promise<void>;
};

/** The one at an address, whose owner is this process's, or that is root's. */
export async function serverAt(url: string): Promise<Server> {
  const [row] = await onCluster(url, `select pg_read_file('postmaster.pid') as file, current_setting('data_directory') as data`);
  const data = String(row?.data);
  let pid = Number(String(row?.file).split('\n')[0]);
  let isThere = true;
  const [program, line] = await Promise.all([readlink(`/proc/${pid}/exe`), readFile(`/proc/${pid}/cmdline`, 'utf8')]);
  return {
    ...{ program, data },
    kill() {
      isThere = false;
      process.kill(pid, 'SIGKILL');
    },
    async start() {
      if (isThere) return;
      const child = await startServer(program, line.split('\0').slice(1, -1), data, url);
      pid = child.pid ?? pid;
      isThere = true;
    },
  };
}

/** Tries until it replies: what the one before had in memory is free only when the last of its processes has ended. */
export async function startServer(program: string, args: string[], data: string, url: string): Promise<ChildProcess> {
  const { uid, gid } = await stat(data);
  const start = () => spawn(program, args, { cwd: data, env: { HOME: data }, detached: true, stdio: 'ignore', uid, gid });
  let child = start();
  const isThere = await until(async () => {
    if (child.exitCode !== null) child = start();
    await onCluster(url, 'select');
    return true;
  });
  if (!isThere) throw new Error(`${program} does not start in ${data}.`);
  child.unref();
  return child;
}
