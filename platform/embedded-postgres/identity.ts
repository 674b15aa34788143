import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { DatabaseProblem } from './problem.ts';

export type Identity = { uid: number; gid: number };

const run = promisify(execFile);
const user = 'postgres';

/** The user as whom root runs the server: the owner of existing data, otherwise `postgres`, created when missing. */
export async function identityFor(data: string): Promise<Identity> {
  const owner = await stat(data).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return (await lookUp()) ?? (await create());
}

async function lookUp(): Promise<Identity | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/** `useradd` on most systems, `adduser` where there is only BusyBox. */
async function create(): Promise<Identity> {
  const useradd = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', user];
  await run('useradd', useradd).catch(() => run('adduser', ['-S', '-D', '-H', user]).catch(() => undefined));
  const identity = await lookUp();
  if (identity) return identity;
  throw new DatabaseProblem(
    `PostgreSQL does not run as root, and the user "${user}" could not be made: create it, start as another user, or set DATABASE_URL.`,
  );
}
