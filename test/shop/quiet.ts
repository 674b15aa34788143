import { Logger } from 'graphile-worker';

/** A log without output; its warnings are collected. */
export function quietLog() {
  const warnings: string[] = [];
  const keep = (first: unknown, second?: unknown) => void warnings.push(typeof first === 'string' ? first : `${second}: ${detail(first)}`);
  const drop = () => undefined;
  return { warnings, log: { info: drop, debug: drop, trace: drop, warn: keep, error: keep, fatal: keep } };
}

function detail(fields: unknown): string {
  const { error } = fields as { error?: Error };
  return error ? error.message : JSON.stringify(fields);
}

export const quietJobs = new Logger(() => () => undefined);
