import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db.ts';
import type { Endpoint } from '../endpoint.ts';
import type { KeyOfCall, Permission, Role, SignedIn } from '../signed-in.ts';

/** What the web server needs of the product: database, session look-up, permissions. On Fastify as `app.web`. */
export type WebContext = {
  database: Database;
  /** Where people reach the product. */
  baseUrl: string;
  sessionOf: (request: FastifyRequest) => Promise<SignedIn | null>;
  /** Whose key a request has, with what that may. @throws Refusal 401, 403, 429 */
  keyOf: (request: FastifyRequest) => Promise<SignedIn & { key: KeyOfCall }>;
  /** Whether these scopes of a key allow what takes that one. */
  allows: (scopes: readonly string[], scope: string) => boolean;
  /** Whether the session's person has given their password in this browser lately. */
  isConfirmed: (request: FastifyRequest) => Promise<boolean>;
  mayDo: (role: Role, permission: Permission) => boolean;
  /** Every endpoint of sessions that was mounted, for the API's document and for tests that try them all. */
  endpoints: Endpoint[];
  /** The same of those that are called with a key. */
  endpointsByKey: Endpoint[];
  /** Compares each reply with its declaration: for tests. */
  checkReplies: boolean;
  /** The sign-in address that leads back to the page of the form that this request sends. */
  signInAddress: (request: FastifyRequest) => string;
  /** Replies with a page, when there are pages. */
  page: ((request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) | null;
};

declare module 'fastify' {
  interface FastifyInstance {
    web: WebContext;
  }
  interface FastifyRequest {
    /** The session, undefined until it was looked up. */
    signedIn: SignedIn | null | undefined;
  }
  interface FastifyContextConfig {
    webhook?: boolean;
    byKey?: boolean;
    form?: boolean;
    plainForm?: true | undefined;
    quiet?: boolean;
    withErrorMessage?: true | undefined;
  }
}
