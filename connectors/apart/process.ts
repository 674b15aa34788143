import { serialize } from 'node:v8';
import type { Calls } from '../../platform/processes/calls.ts';
import { offer } from '../../platform/processes/shared-process.ts';
import type { Connector, Failure, Reason, Result } from '../contract.ts';
import type { Claim, LimitStore } from '../http/limits.ts';
import type { GrantToken, TokenStore } from '../http/tokens.ts';
import { connectorNamed } from '../index.ts';
import { openSession } from '../session.ts';
import type { ByIndex, Helper, Offered, SentQuery } from './process-contract.ts';
import { ask, connectorFor, type Questions } from './questions.ts';

/** Of one question. A list that takes more is one that never ends. */
const mostRequests = 50;
/** What a screen can show, and the web process takes in at once; and a purchase order with what its source sent of it. */
const longestValue = (question: keyof Questions) => (question === 'purchaseOrder' ? 2 * 1024 : 256) * 1024;

const grants = new Map<string, GrantToken>();
const caller: Calls<Offered> = offer({
  async ask(run: number, query: SentQuery) {
    const connector = connectorNamed(query.connector);
    const { settings, sandboxOrigin, application, attempt, timeoutMs, trial, belongsTo, aheadMs, untilMs } = query;
    let requests = 0;
    const session = openSession(connectorFor(connector, query.question, query.about), settings, {
      ...{ sandboxOrigin, application, attempt, trial, belongsTo, ...(timeoutMs !== undefined && { timeoutMs }) },
      ...{ limitStore: limitsOf(run, connector), tokens: tokensOf(run) },
      now: () => new Date(Date.now() + aheadMs),
      mayStart: () => ++requests <= mostRequests && Date.now() < untilMs,
      // Whether it is written keeps nobody waiting.
      sink: (exchange) => void caller.call('log', run, exchange).catch(() => undefined),
    });
    try {
      const result = await ask(connector, session, query.question, query.about);
      return result && bounded(connector, requests, result, longestValue(query.question));
    } finally {
      for (const key of grants.keys()) if (key.startsWith(`${run}/`)) grants.delete(key);
    }
  },
  async grant(run: number, key: string, kept: string | null) {
    const grant = grants.get(`${run}/${key}`);
    if (!grant) throw new Error('Nobody waits for this.');
    return grant(kept);
  },
} satisfies Helper);

function bounded(connector: Connector, requests: number, result: Result<unknown>, longest: number): Result<unknown> {
  if (requests > mostRequests) return endless({ code: 'too_many_pages', system: connector.label });
  return serialize(result).length > longest ? endless({ code: 'too_much', system: connector.label }) : result;
}

const endless = (reason: Reason): { ok: false; failure: Failure } => ({
  ok: false,
  failure: { kind: 'rejected', code: 'other', reason },
});

function limitsOf(run: number, { limits }: Connector): LimitStore {
  const named = ({ key, limit, cost }: Claim): ByIndex => ({ index: limits.indexOf(limit), key, cost });
  return {
    take: (claims, now, slot) => caller.call('take', run, claims.map(named), now, slot),
    learn: (claim, learned, now) => caller.call('learn', run, named(claim), learned, now),
    release: (claims, slot) => caller.call('release', run, claims.map(named), slot),
  };
}

const tokensOf = (run: number): TokenStore => ({
  token(key, stale, grant, now) {
    grants.set(`${run}/${key}`, grant);
    return caller.call('token', run, key, stale, now);
  },
});
