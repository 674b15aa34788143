import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyWithError } from '../../../../../platform/http/errors.ts';
import { attempt } from '../../../accounts/attempts/attempts.ts';
import type { Services } from '../../../accounts/services.ts';
import { exchangeCode, renewTokens } from './exchange.ts';
import { revokeToken } from './revoke.ts';
import { type Form, formIn, WrongRequest } from './wrong-request.ts';

const mostAMinute = { window: 60, max: 60 };
const options = { bodyLimit: 16_384 };

/** Where programs exchange codes and refresh tokens, and end them. Forms in, as OAuth has it; no cookie and no key is looked at. */
export const tokensApi =
  ({ directory }: Pick<Services, 'directory'>) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded']);
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, String(body)),
    );
    app.setErrorHandler((error, request, reply) =>
      error instanceof WrongRequest ? replyWithWrong(error, reply) : replyWithError(error, request, reply),
    );
    const formOf = async (request: FastifyRequest, reply: FastifyReply): Promise<Form | null> => {
      const { allowed, retryAfter } = await attempt(directory, `tokens|${request.ip}`, mostAMinute);
      if (allowed) return formIn(typeof request.body === 'string' ? request.body : '');
      reply.code(429).header('retry-after', String(retryAfter ?? 60));
      return null;
    };
    const tooMany = { error: 'temporarily_unavailable', error_description: 'Too many requests. Wait a moment.' };

    app.post('/oauth/token', options, async (request, reply) => {
      const form = await formOf(request, reply);
      if (!form) return tooMany;
      const exchange = exchanges[form.required('grant_type')];
      if (!exchange) throw new WrongRequest('unsupported_grant_type', 'There are authorization_code and refresh_token.');
      return exchange(directory, { form, address: request.ip });
    });

    app.post('/oauth/revoke', options, async (request, reply) => {
      const form = await formOf(request, reply);
      if (!form) return tooMany;
      await revokeToken(directory, { form, address: request.ip });
      return reply.code(200).send();
    });
  };

const exchanges: Partial<Record<string, typeof exchangeCode>> = Object.assign(Object.create(null), {
  authorization_code: exchangeCode,
  refresh_token: renewTokens,
});

const replyWithWrong = ({ code, message }: WrongRequest, reply: FastifyReply): FastifyReply =>
  reply.code(400).send({ error: code, error_description: message });
