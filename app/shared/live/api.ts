import type { FastifyInstance } from 'fastify';
import type { LiveNews } from '../../../platform/events.ts';
import { openStream } from '../../../platform/http/event-stream.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { everyTopic } from '../../../platform/recent-news.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { Services } from '../../people/accounts/services.ts';
import { liveEvents } from './contract.ts';

/** The most streams per person: a person has few tabs. */
const mostStreams = 20;

/** That somebody asked for support, in whatever account, is for super admins to know. */
const supportQueue = 'support_queue';

/** How much longer a request for events may have been underway than the one for the page. */
const underwayMs = 1_000;

/** Live events for a person's open pages. */
export function liveApi(app: FastifyInstance, { news, sessions }: Services): void {
  const streams = new Map<number, number>();

  route(app, liveEvents, async ({ session, query, request, reply }) => {
    const open = streams.get(session.userId) ?? 0;
    if (open >= mostStreams) throw refuse(429, 'too_many_streams', 'Too many pages of yours are open. Close some.');
    streams.set(session.userId, open + 1);
    const topics = query.topics ? new Set(query.topics.split(',')) : null;
    const { cookie } = request.headers;
    const stream = openStream(request, reply, {
      welcomeUntil: async () => (sameSession(session, await sessions.find(cookie)) ? sessions.endsAt(cookie) : null),
      closed() {
        unsubscribe();
        forget();
        streams.set(session.userId, (streams.get(session.userId) ?? 1) - 1);
      },
    });
    const tell = ({ topic, ids }: Pick<LiveNews, 'topic' | 'ids'>) => {
      if (topic === supportQueue && session.role !== 'super') return;
      if (!topics || topic === everyTopic || topics.has(topic)) stream.send({ topic, ids });
    };
    const unsubscribe = news.subscribe(session.accountId, tell);
    if (query.age_ms !== undefined) for (const topic of news.since(session.accountId, query.age_ms + underwayMs)) tell({ topic });
    const forget = sessions.onEnd(cookie, stream.close);
    return reply;
  });
}

function sameSession(one: SignedIn, other: SignedIn | null): boolean {
  return other?.accountId === one.accountId && other.userId === one.userId;
}
