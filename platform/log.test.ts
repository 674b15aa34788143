import { expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { causedBy, within, workOfJob, workOfRequest } from './work.ts';

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
  [{ invited: { email: 'hunter2@example.org' } }],
])('a secret or an e-mail address never reaches it: %j', (fields) => {
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

test('a line names the request or job that it is of, and what caused the job', () => {
  const lines = logged((log) => {
    log.info('started');
    within(workOfRequest('r-1'), () => log.info('asked'));
    within(workOfJob('outbox:drain', '7', { cause: 'r-1' }), () => log.info('sent'));
    within(workOfJob('stream:pull', '8', undefined), () => causedBy('r-2', () => log.child({ account: 3 }).info('sent later')));
  });
  expect(lines.map(({ request, job, cause }) => ({ request, job, cause }))).toEqual([
    {},
    { request: 'r-1' },
    { job: 'outbox:drain 7', cause: 'r-1' },
    { job: 'stream:pull 8', cause: 'r-2' },
  ]);
});

function notJson(text: string): Error {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error as Error;
  }
}

const ofRows = { detail: 'Key (email)=(ann@buyer.example) already exists.', where: `$1 = 'Ann Archer'`, constraint: 'users_by_email' };
test.each([
  ['of a row', Object.assign(new Error('duplicate key value violates unique constraint'), { ...ofRows, code: '23505' })],
  ['of a value', Object.assign(new Error('invalid input syntax for type date: "Ann Archer"'), { code: '22007' })],
  [
    'of a mail',
    Object.assign(new Error('550 <ann@buyer.example>: no such mailbox'), { rejected: ['ann@buyer.example'], responseCode: 550 }),
  ],
  ['of a value in the middle', Object.assign(new Error('value "Ann "A." Archer" is out of range for type integer'), { code: '22003' })],
  ['of a mail in other letters', new Error('550 <annabellé@buyer.example>: no such mailbox')],
  ['of JSON', notJson('{"name": Ann Archer}')],
  ['inside another', new Error('not stored', { cause: Object.assign(new Error('bad: "Ann Archer"'), { code: '22P02' }) })],
])('an error %s names nobody', (_, error) => {
  const [entry] = logged((log) => log.error({ error }, 'failed'));
  expect(entry?.error).toMatchObject({ type: expect.stringMatching(/^(Syntax)?Error$/), stack: expect.stringContaining('log.test.ts') });
  expect(JSON.stringify(entry)).not.toMatch(/ann/i);
});

test('an error that repeats itself is one line, which says later how often; what a request met always has its line', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const away = (log: ReturnType<typeof createLog>, account: number) =>
    log.warn({ error: new Error('no database'), account }, 'sweep failed');
  const lines = logged((log) => {
    for (let time = 0; time < 10; time += 1) away(log, 1);
    away(log, 2);
    within(workOfRequest('r-1'), () => away(log, 1));
    vi.advanceTimersByTime(10_000);
    away(log, 1);
  });
  expect(lines.map(({ account, request, repeated }) => ({ account, request, repeated }))).toEqual([
    { account: 1 },
    { account: 2 },
    { account: 1, request: 'r-1' },
    { account: 1, repeated: 9 },
  ]);
});
