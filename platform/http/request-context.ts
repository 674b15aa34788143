import { createContext } from 'react-router';
import type { SignedIn } from '../signed-in.ts';
import type { Tenant } from '../tenant.ts';

/** What a page's loader gets: who asks, a transaction of their account, and the nonce of this response's scripts. */
export type RequestContext = {
  session: SignedIn | null;
  /** Reads in one transaction of the session's account. Signed out, it redirects to the sign-in page. */
  inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  /** The same at fewer round trips, where statements that wait for none of the others are started together. */
  reading: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  cspNonce: string;
  /** Whether this is the demo. */
  demo: boolean;
};

/** `context.get(requestContext)` in loaders. */
export const requestContext = createContext<RequestContext>();
