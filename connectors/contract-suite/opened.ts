import type { Connector, ConnectorSession, Result } from '../contract.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { openSession } from '../session.ts';
import type { Candidate } from './candidate.ts';

/** A session as tests open one, of an other side at `origin`: what it learns is in memory. */
export const openedAt = (
  origin: string,
  connector: Connector,
  settings: Record<string, string>,
  now = () => new Date('2026-11-21T12:00:00Z'),
): ConnectorSession =>
  openSession(connector, settings, {
    ...{ limitStore: memoryLimits(), tokens: memoryTokens(), sink: () => undefined, sandboxOrigin: origin, now },
  });

/** What a call returned; a failure fails the test. */
export function had<T>(result: Result<T> | undefined): T {
  if (!result?.ok) throw new Error(JSON.stringify(result?.failure));
  return result.value;
}

const byRemoteId = ({ remoteId }: { remoteId: string }) => remoteId;
/** The streams that most channels have. */
export const channelStreams: Candidate['streams'] = {
  orders: ({ orders }) => ({ stream: orders.stream, keyOf: byRemoteId }),
  listings: ({ listings }) => ({ stream: listings.stream, keyOf: byRemoteId }),
};
