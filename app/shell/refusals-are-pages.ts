import { data, type RouterContextProvider } from 'react-router';
import { Refusal } from '../../platform/http/refusal.ts';
import { requestContext } from '../../platform/http/request-context.ts';

/** What a query refuses, a page answers: its status and sentence are shown by the error page, not logged as a failure. */
export function refusalsArePages(context: RouterContextProvider): RouterContextProvider {
  const asked = context.get(requestContext);
  context.set(requestContext, {
    ...asked,
    inTenant: (work) => asked.inTenant(work).catch(rethrow),
    reading: (work) => asked.reading(work).catch(rethrow),
  });
  return context;
}

function rethrow(error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  throw data({ errorMessage: error.message, code: error.code }, { status: error.status });
}
