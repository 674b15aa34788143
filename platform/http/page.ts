import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import type { May } from '../endpoint.ts';
import type { SignedIn } from '../signed-in.ts';
import type { Tenant } from '../tenant.ts';
import { actorIn } from './other-account.ts';
import { Refusal } from './refusal.ts';
import { type RefusedForm, type RequestContext, requestContext } from './request-context.ts';

/** What a loader gets. */
export type PageCall<M extends May = May> = {
  /** Null only where `may` is 'anyone'. */
  session: M extends 'anyone' ? SignedIn | null : SignedIn;
  /** One transaction of the session's account, in which statements that are started together travel together. It cannot write. */
  tenant: M extends 'anyone' ? null : Tenant;
  /** The id in a path such as `/orders/:id`. Reading it throws the 404 page when the path has none. */
  readonly id: number;
  /** Every other part of the path by its name. */
  params: LoaderFunctionArgs['params'];
  /** What follows the path, without what React Router adds. */
  search: URLSearchParams;
  request: Request;
  /** What whoever renders the pages put there beside the request's own: see RequestContext. */
  context: LoaderFunctionArgs['context'];
  /** Reads in this account, which may be another one for super admins: see other-account.ts. */
  readingAccount: <R>(accountId: number, work: (tenant: Tenant) => Promise<R>) => Promise<R>;
  /** The plain form that was refused, when this page is shown again for it. */
  refusedForm: RefusedForm | null;
  /** Whether this is the demo. */
  demo: boolean;
  /** The connectors to which people can consent. */
  applications: readonly string[];
};

/**
 * The loader of a page or of a part of one: authorise, open a transaction, load. Signed out it leads to the sign-in page;
 * without the permission it throws the 403 page; what a query refuses is shown as a page with that status and sentence, and what fails
 * with the number of the request.
 */
export function page<M extends May, T>(may: M, load: (call: PageCall<M>) => T | Promise<T>): (args: LoaderFunctionArgs) => Promise<T> {
  return async ({ context, params, url, request }) => {
    const state = context.get(requestContext);
    const session = authorise(may, state, request);
    const call = {
      ...{ session, params, search: url.searchParams, request, context, refusedForm: state.refusedForm },
      ...{ demo: state.demo, applications: state.applications },
      readingAccount: readingAccountOf(state),
      get id() {
        return found(idIn(params.id));
      },
    };
    const run = async (tenant: Tenant | null) => load(Object.assign(call, { tenant }) as PageCall<M>);
    return (session && may !== 'anyone' ? state.reading(session, run) : run(null)).catch(throwPage(state, request));
  };
}

const readingAccountOf =
  ({ session, reading }: RequestContext): PageCall['readingAccount'] =>
  async (accountId, work) => {
    if (!session) throw new TypeError('Nobody is signed in.');
    return reading(actorIn(accountId, session), work);
  };

/** What a page is about. @throws the 404 page when there is none */
export function found<T>(record: T): NonNullable<T> {
  if (record === null || record === undefined) throw data(null, { status: 404 });
  return record;
}

function authorise(may: May, { session, mayDo, signInAddress, twoFactorAddress }: RequestContext, request: Request): SignedIn | null {
  if (may === 'anyone') return session;
  if (!session) throw redirect(signInAddress(request));
  if (session.needsTwoFactor) throw redirect(twoFactorAddress(request));
  if (may === 'signed_in' || mayDo(session.role, may)) return session;
  throw data({ errorMessage: 'Your role does not allow this. Ask an admin of your account.', code: 'not_allowed' }, { status: 403 });
}

/** An id that no record can have is none, rather than an error of the database. */
const idIn = (part: string | undefined) => (/^[1-9]\d{0,14}$/.test(part ?? '') ? Number(part) : null);

/** Redirects and pages are thrown too, and go on. So does what happens when whoever asked has left: nobody is shown it. */
const throwPage =
  ({ refusalOf }: RequestContext, { signal }: Request) =>
  (error: unknown): never => {
    if (!(error instanceof Error) || (signal.aborted && !(error instanceof Refusal))) throw error;
    const { message, code, status } = refusalOf(error);
    throw data({ errorMessage: message, code }, { status });
  };
