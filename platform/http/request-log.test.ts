import { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { RequestLog } from './request-log.ts';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

function logged() {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const log = createLog({ logLevel: 'trace' }, destination) as FastifyBaseLogger;
  return { lines, log };
}

test('what a request logs has its id and hides secrets, at every level and in a child of it', () => {
  const { lines, log } = logged();
  const own = new RequestLog(log, 'r-1');
  for (const level of levels) own[level]({ password: 'hidden' }, level);
  own.silent('nothing');
  own.child({ user: 7 }).info('of a child');
  expect(lines).toMatchObject([
    ...levels.map((level) => ({ level, request: 'r-1', password: '[redacted]', msg: level })),
    { request: 'r-1', user: 7, msg: 'of a child' },
  ]);
  expect([lines.length, own.level]).toEqual([7, 'trace']);
});
