import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { styleText } from 'node:util';

const colours = { start: 'cyan', database: 'blue', web: 'green', worker: 'magenta', sandbox: 'yellow' } as const;
export type Speaker = keyof typeof colours;

/** One line on the terminal, after the name of its process. */
export function say(who: Speaker, line: string): void {
  console.log(`${styleText(colours[who], who.padEnd(8))} ${line}`);
}

/** Prints each line of a process's output; log entries in readable form. */
export function sayAll(who: Speaker, output: Readable | null): void {
  if (!output) return;
  createInterface({ input: output }).on('line', (line) => {
    const text = readable(line);
    if (text) say(who, text);
  });
}

/** A log in readable form, for what runs inside this process. */
export const databaseLog = {
  debug: () => undefined,
  info: (line: string) => say('database', line),
  warn: (line: string) => say('database', styleText('yellow', line)),
};

/** Empty for output that is meant for programs: JSON without a message. */
function readable(line: string): string {
  const entry = parsed(line);
  if (!entry) return line.trimEnd();
  if (typeof entry.msg !== 'string') return '';
  const { level, time, msg, err, error = err, ...rest } = entry;
  const clock = typeof time === 'string' ? time.slice(11, 19) : '';
  const failure = error as { message?: string; stack?: string } | undefined;
  const because = failure?.message && failure.message !== msg ? ` – ${failure.message}` : '';
  const more = Object.keys(rest).length > 0 ? styleText('dim', ` ${JSON.stringify(rest)}`) : '';
  const stack = failure?.stack && level !== 'warn' ? `\n${styleText('dim', failure.stack)}` : '';
  return `${styleText('dim', clock)} ${level === 'info' ? '' : `${level}: `}${msg}${because}${more}${stack}`;
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
