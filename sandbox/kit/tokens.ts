import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import { type Caller, type Door, openDoor } from '../front-door.ts';
import type { Table } from '../journal.ts';

/** The access tokens of one account. */
export type Tokens = {
  issue: () => string;
  isGood: (token: string) => boolean;
  /** Ends all of them at once, as an outage of sign-in does. */
  expire: () => void;
};

export function createTokens(table: Table<{ expiresAt: number }>, clock: Clock, livesS: () => number): Tokens {
  return {
    issue() {
      for (const [token, { expiresAt }] of table.rows) if (expiresAt <= clock.now()) table.remove(token);
      const token = randomBytes(24).toString('base64url');
      table.put(token, { expiresAt: clock.now() + livesS() * 1000 });
      return token;
    },
    isGood: (token) => (table.rows.get(token)?.expiresAt ?? 0) > clock.now(),
    expire() {
      for (const token of [...table.rows.keys()]) table.remove(token);
    },
  };
}

export type TokenForm<A> = {
  path: string;
  /** What an account's request has to say, in the fields of a form or of JSON. */
  asks: (account: A) => Record<string, string>;
  /** What it has to sign in with besides. */
  basic?: (account: A) => [user: string, password: string];
  /** What a good request gets. */
  granted: (token: string, account: A) => object;
  /** What another one gets, in the vendor's words: by what it said, where that makes a difference. */
  refused: Said | ((fields: Record<string, unknown>, accounts: A[]) => Said);
};
type Said = { status: number; body: object };

export const basicOf = (pair: [user: string, password: string]) => `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;

/** The endpoint that credentials are exchanged for a token at. Its faults have the operation `sign_in`. */
export function tokenEndpoint<A extends Caller & { tokens: Tokens }>(
  app: FastifyInstance,
  { path, asks, basic, granted, refused }: TokenForm<A>,
  door: Omit<Door<Caller>, 'identify'> & { accounts: () => A[] },
): void {
  // Whose request it is its body says, which is read later.
  openDoor(app, { ...door, identify: () => door.accounts()[0] ?? null, unlimited: true });
  readForms(app);
  app.post(path, { config: { operation: 'sign_in' } }, (request, reply): FastifyReply => {
    const fields = (request.body ?? {}) as Record<string, unknown>;
    const signedIn = door.accounts().filter((one) => !basic || basicOf(basic(one)) === request.headers.authorization);
    const account = signedIn.find((one) => Object.entries(asks(one)).every(([name, value]) => fields[name] === value));
    if (account) return reply.send(granted(account.tokens.issue(), account));
    const { status, body } = typeof refused === 'function' ? refused(fields, door.accounts()) : refused;
    return reply.code(status).send(body);
  });
}

/** Bodies of HTML forms become their fields. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}
