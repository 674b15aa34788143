import { GivenUp, sharedProcess } from '../../platform/processes/shared-process.ts';
import type { Connector, Result, Settings } from '../contract.ts';
import type { Claim } from '../http/limits.ts';
import type { GrantToken } from '../http/tokens.ts';
import type { SessionContext } from '../session.ts';
import { prepared } from '../settings.ts';
import type { ByIndex, Helper, Offered, SentQuery } from './process-contract.ts';
import { type About, connectorFor, isWrite, type Questions } from './questions.ts';

type Query<Name extends keyof Questions> = {
  connector: Connector;
  settings: Settings;
  context: SessionContext;
  question: Name;
  about?: About<Name>;
};

/** Asks another system; undefined where its connector cannot say it. @throws ZodError when the settings do not fit */
export type Ask = <Name extends keyof Questions>(query: Query<Name>) => Promise<Result<Questions[Name]> | undefined>;

/** A person waits for it; a question is several requests, and may be preceded by a sign-in. */
const patienceMs = 45_000;

type Run = { connector: Connector; context: SessionContext; grants: Map<string, GrantToken>; error?: unknown };
const runs = new Map<number, Run>();
let lastRun = 0;

/**
 * In a process of its own: for the web process, which serves others in the meantime. What the other system replies is read and parsed
 * there, within that process's time and memory; here its limits are counted, its tokens kept and its exchanges logged.
 */
export const askApart: Ask = async ({ connector, settings, context, question, about }) => {
  // Throws here what would be lost on the way.
  prepared(connectorFor(connector, question, about), settings);
  lastRun += 1;
  const [id, run] = [lastRun, { connector, context } as Run];
  runs.set(id, run);
  const { sandboxOrigin, application = null, attempt = 0, timeoutMs, trial = false, belongsTo = [], now = () => new Date() } = context;
  const query: SentQuery = {
    ...{ connector: connector.name, settings, question, about, sandboxOrigin, attempt, timeoutMs, trial, belongsTo },
    ...{ application, aheadMs: now().getTime() - Date.now(), untilMs: Date.now() + patienceMs },
  };
  try {
    return (await helper.call('ask', id, query)) as Awaited<ReturnType<Ask>> as never;
  } catch (error) {
    if (run.error) throw run.error;
    if (!(error instanceof GivenUp)) throw error;
    const reason = { code: 'no_end', system: connector.label, seconds: patienceMs / 1_000 } as const;
    return { ok: false, failure: { kind: 'retry', at: new Date(now().getTime() + 60_000), reason, maybeDone: isWrite(question) } };
  } finally {
    runs.delete(id);
  }
};

/** What the other process asks of this one, for a question that is still open. What goes wrong here is thrown as it is to who asked. */
function forRun<Args extends unknown[], Value>(work: (run: Run, ...args: Args) => Promise<Value>) {
  return async (id: number, ...args: Args): Promise<Value> => {
    const run = runs.get(id);
    if (!run) throw new Error('Nobody waits for this.');
    try {
      return await work(run, ...args);
    } catch (error) {
      run.error ??= error;
      throw error;
    }
  };
}

const claimsOf = ({ connector }: Run, claims: ByIndex[]): Claim[] =>
  claims.flatMap(({ index, key, cost }) => {
    const limit = connector.limits[index];
    return limit ? [{ key, limit, cost }] : [];
  });

const offered: Offered = {
  take: forRun((run, claims, now, slot) => run.context.limitStore.take(claimsOf(run, claims), now, slot)),
  learn: forRun(async (run, claim, learned, now) => {
    for (const each of claimsOf(run, [claim])) await run.context.limitStore.learn(each, learned, now);
  }),
  release: forRun((run, claims, slot) => run.context.limitStore.release(claimsOf(run, claims), slot)),
  log: forRun(async ({ context }, exchange) => context.sink(exchange)),
  async token(id, key, stale, now) {
    const grant: GrantToken = (kept) => helper.call('grant', id, key, kept);
    return forRun(({ context }) => context.tokens.token(key, stale, grant, now))(id);
  },
};

const helper = sharedProcess<Helper>({ file: 'connectors/apart/process.ts', memoryMb: 512, patienceMs: patienceMs + 2_000 }, offered);
