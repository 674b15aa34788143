import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('an entry is one line of JSON with its level and moment', () => {
  const [entry] = logged((log) => log.child({ account: 7 }).info({ run: 3 }, 'pulled'));
  expect(entry).toEqual({ level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), account: 7, run: 3, msg: 'pulled' });
});

test.each([
  [{ password: 'hunter2' }],
  [{ body: { newPassword: 'hunter2' } }],
  [{ request: { headers: { authorization: 'hunter2', cookie: 'hunter2', 'set-cookie': 'hunter2' } } }],
  [{ exchange: { request: { headers: { authorization: 'hunter2' } } } }],
  [
    {
      connection: {
        settings: { api_key: 'hunter2', api_secret: 'hunter2', webhook_secret: 'hunter2', vendor_secret: 'hunter2', sign_off: 'hunter2' },
      },
    },
  ],
  [{ req: { method: 'GET', url: '/reset-password?token=hunter2', headers: {} } }],
])('a secret never reaches it: %j', (fields) => {
  expect(JSON.stringify(logged((log) => log.warn(fields, 'refused')))).not.toContain('hunter2');
});

test('an error keeps its message and stack', () => {
  const [entry] = logged((log) => log.error({ err: new Error('out of reach') }, 'failed'));
  expect(entry?.err).toMatchObject({ message: 'out of reach', stack: expect.stringContaining('log.test.ts') });
});

test('an error of the pool is logged without its connection', () => {
  const error = Object.assign(new Error('Connection terminated'), { client: { secretKey: 7 }, code: '57P01' });
  const [entry] = logged((log) => log.warn({ error }, 'queue connection lost'));
  expect(entry).toMatchObject({ error: { message: 'Connection terminated', code: '57P01' } });
  expect(entry).not.toHaveProperty('error.client');
});
