import { data, type RouterContextProvider } from 'react-router';
import { Refusal } from '../../platform/http/refusal.ts';
import { requestContext } from '../../platform/http/request-context.ts';

/** Turns a Refusal thrown by a loader into a reply with its status and sentence for the error page, instead of logging a failure. */
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
