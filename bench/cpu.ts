import { readdirSync, readFileSync } from 'node:fs';

const ticksMs = 10;

/** Milliseconds of CPU that a process has used so far, its children included; 0 where /proc does not tell. */
export function cpuMs(pid: number | undefined, withChildren = false): number {
  if (pid === undefined) return 0;
  const own = stat(pid)?.ms ?? 0;
  if (!withChildren) return own;
  return everyPid().reduce((sum, other) => sum + (stat(other)?.parent === pid ? (stat(other)?.ms ?? 0) : 0), own);
}

function stat(pid: number): { parent: number; ms: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return { parent: Number(fields[1]), ms: (Number(fields[11]) + Number(fields[12])) * ticksMs };
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
