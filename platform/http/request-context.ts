import { createContext } from 'react-router';
import type { SignedIn } from '../signed-in.ts';
import type { Tenant } from '../tenant.ts';
import type { Refusal } from './refusal.ts';
import type { WebContext } from './web-context.ts';

/** What was sent with a plain form, and why it was refused: messages by field, or a sentence about the whole. */
export type RefusedForm = { values: Record<string, string>; fields: Record<string, string[]>; sentence: string | null };

/** What a page's loader is made from: see page.ts. */
export type RequestContext = {
  /** The session, if anybody is signed in. */
  session: SignedIn | null;
  mayDo: WebContext['mayDo'];
  /** The sign-in address that leads back to what this request asked for. */
  signInAddress: (request: Request) => string;
  /** The same of the page on which two-factor sign-in is set up. */
  twoFactorAddress: (request: Request) => string;
  /** Reads in one transaction of the session's account. */
  reading: <T>(session: SignedIn, work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  /** What the page of an error says. Logs what is no refusal yet. */
  refusalOf: (error: unknown) => Refusal;
  /** The plain form that was refused, when a page is shown again for it. */
  refusedForm: RefusedForm | null;
  /** The nonce of this response's scripts. */
  cspNonce: string;
  /** Whether this is the demo. */
  demo: boolean;
  /** The connectors whose vendors know an application of ours, so that people can consent to it. */
  applications: readonly string[];
};

/** `context.get(requestContext)` in loaders. */
export const requestContext = createContext<RequestContext>();
