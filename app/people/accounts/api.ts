import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../../platform/env.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { actAsAccount, listAllAccounts, listOutbox, stopActingAsAccount } from './contract.ts';
import { listMails } from './demo-mail/outbox.ts';
import type { Directory } from './people/directory.ts';
import { actAs, listAccounts } from './sessions/acting.ts';
import type { Sessions } from './sessions/sessions.ts';

type AccountsParts = { directory: Directory; sessions: Sessions; env: Pick<Environment, 'demo'> };

/** The list of accounts, and acting as one of them. */
export function accountsApi(app: FastifyInstance, { directory, sessions, env }: AccountsParts): void {
  route(app, listAllAccounts, async ({ query }) => ({ accounts: await listAccounts(directory, query.search) }));

  route(app, actAsAccount, async ({ session, body, request, reply }) =>
    rename(request, reply, (token) => actAs(directory, { ...session, address: request.ip }, token, body.accountId)),
  );

  route(app, stopActingAsAccount, async ({ session, request, reply }) =>
    rename(request, reply, (token) => actAs(directory, { ...session, address: request.ip }, token, null)),
  );

  route(app, listOutbox, async () => {
    if (!env.demo) throw refuse(404, 'not_found', 'Mails are sent, not kept: this exists in the demo only.');
    return { mails: await listMails(directory) };
  });

  async function rename(request: FastifyRequest, reply: FastifyReply, change: (token: string) => Promise<string>) {
    const token = sessions.cookie.read(request.headers.cookie) ?? '';
    reply.header('set-cookie', sessions.cookie.set(await change(token)));
    await sessions.end(token);
    return {};
  }
}
