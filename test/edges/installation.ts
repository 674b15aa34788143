import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Child, keepChild } from '../faults/child.ts';

/** One installation's processes: a web process and workers, with a folder for files that they share. */
export type Installation = {
  baseUrl: string;
  /** What its processes are given. Another command of the product can be run with the same. */
  env: Record<string, string>;
  /** The folder of its files. */
  filesDir: string;
  /** Ends all of them in order. */
  down: () => Promise<void>;
  /** Ends all of them at once, as a machine that loses its power does. */
  kill: () => Promise<void>;
  /** Starts those that ended. `change` is given to them from then on. */
  up: (change?: Record<string, string>) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * `host`: the name that people know it by, where that is not its address. `over`: given to its processes in place of what they would have.
 * `build`: the folder of the build that they are of, where that is not this one.
 */
type Start = {
  env: Record<string, string>;
  port: number;
  webArgs: string[];
  workers: number;
  folder: string;
  host?: string | undefined;
  over?: Record<string, string> | undefined;
  build?: string | undefined;
};

export async function startInstallation({ env, port, webArgs, workers, folder, over, build, ...known }: Start): Promise<Installation> {
  await mkdir(folder, { recursive: true });
  const baseUrl = `http://127.0.0.1:${port}`;
  const filesDir = join(folder, 'files');
  const address = `http://${known.host ?? '127.0.0.1'}:${port}`;
  const given: Record<string, string> = { ...env, PORT: String(port), BASE_URL: address, FILES_DIR: filesDir, ...over };
  let children: Child[] = [];
  const up = async (change: Record<string, string> = {}) => {
    Object.assign(given, change);
    const parts = [webArgs, ...Array.from({ length: workers }, () => ['bin/crossdock.ts', 'worker'])];
    children = parts.map((args, at) => keepChild(args, { ...given }, join(folder, `${at === 0 ? 'web' : `worker-${at}`}.log`), build));
    await Promise.all(children.map(({ ready }) => ready));
  };
  const down = async () => {
    await Promise.all(children.map((child) => child.stop()));
    children = [];
  };
  const kill = async () => {
    const ended = children.map((child) => child.stop('SIGKILL'));
    await Promise.all(ended);
    children = [];
  };
  await up();
  return { baseUrl, env: given, filesDir, up, down, kill, stop: down };
}
