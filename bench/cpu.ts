import { readdirSync, readFileSync } from 'node:fs';

const ticksMs = 10;

/** Milliseconds of CPU that a process has used so far, its children included; 0 where /proc does not tell. */
export function cpuMs(pid: number | undefined, withChildren = false): number {
  if (pid === undefined) return 0;
  const own = stat(pid)?.ms ?? 0;
  if (!withChildren) return own;
  return everyPid().reduce((sum, other) => sum + (stat(other)?.parent === pid ? (stat(other)?.ms ?? 0) : 0), own);
}

/** Of a database server, with its sessions that ended: a coordinator opens and closes some at its nodes. */
export const serverCpuMs = (pid: number): number => cpuMs(pid, true) + (stat(pid)?.endedMs ?? 0);

function stat(pid: number): { parent: number; ms: number; endedMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const ticks = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) * ticksMs;
    return { parent: Number(fields[1]), ms: ticks(11), endedMs: ticks(13) };
  } catch {
    return undefined;
  }
}

function everyPid(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}
