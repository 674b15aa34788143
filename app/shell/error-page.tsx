import { Button } from '@mantine/core';
import { isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import classes from './error-page.module.css';
import { Mark } from './mark.tsx';

/** Says what happened and what to do next, for whatever a page threw. `standalone` outside the shell. */
export function ErrorPage({ standalone = false }: { standalone?: boolean }) {
  const error = useRouteError();
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const { title, advice, retry } = explain(status, error);
  return (
    <div className={classes.page} data-standalone={standalone || undefined}>
      <title>{`${title} · Crossdock`}</title>
      {standalone && <Mark size={28} />}
      <p className={classes.status}>{status}</p>
      <h1>{title}</h1>
      <p className={classes.advice}>{advice}</p>
      <p className={classes.address}>
        <code>{pathname}</code>
      </p>
      <div className={classes.ways}>
        {retry && <Button onClick={() => window.location.reload()}>Try again</Button>}
        <Button component={Link} to="/" variant={retry ? 'default' : 'filled'} reloadDocument={standalone}>
          Go to Home
        </Button>
        <Button component={Link} to="/orders" variant="default" reloadDocument={standalone}>
          Go to Orders
        </Button>
      </div>
    </div>
  );
}

function explain(status: number, error: unknown): { title: string; advice: string; retry: boolean } {
  if (status === 404)
    return {
      title: 'There is nothing here',
      advice: 'The page was moved, the record was deleted, or it belongs to another account.',
      retry: false,
    };
  if (status === 403)
    return {
      title: 'You may not see this',
      advice: said(error) ?? 'Your role does not include this page. An account admin can change that.',
      retry: false,
    };
  if (status === 429) return { title: 'Too many requests', advice: 'Wait a minute, then try again.', retry: true };
  if (status === 503) return { title: 'Crossdock is starting', advice: 'It is not ready yet. Try again in a few seconds.', retry: true };
  return {
    title: 'This page failed',
    advice:
      'The failure is ours and was recorded. Nothing you did is lost. Try again; if it stays, tell support the address below and the time.',
    retry: true,
  };
}

/** The server's own sentence, when it gave one. */
function said(error: unknown): string | undefined {
  const body: unknown = isRouteErrorResponse(error) ? error.data : null;
  return body && typeof body === 'object' && 'errorMessage' in body ? String(body.errorMessage) : undefined;
}
