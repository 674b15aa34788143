import { Button, Stack, Text } from '@mantine/core';
import { href, isRouteErrorResponse, Link, useLocation, useRouteError } from 'react-router';
import { FormButtons } from './buttons/form-buttons.tsx';
import { Mark } from './text/mark.tsx';

/** The error page: what happened and what to do next. `standalone` outside the shell. */
export function ErrorPage({ standalone = false }: { standalone?: boolean }) {
  const error = useRouteError();
  const { pathname } = useLocation();
  const status = isRouteErrorResponse(error) ? error.status : isUnanswered(error) ? null : 500;
  const { title, advice, retry } = status === null ? unanswered : (explanations[status] ?? failed);
  return (
    <Stack align="start" gap={6} maw={520} mx="auto" mt="12vh" px="md">
      <title>{`${title} · Crossdock`}</title>
      {standalone && <Mark size={28} />}
      {status !== null && <span className="mono faint">{status}</span>}
      <h1>{title}</h1>
      <Text c="dimmed">{messageOf(error) ?? advice}</Text>
      <Text component="code" size="xs" c="var(--text-faint)" truncate maw="100%">
        {pathname}
      </Text>
      <FormButtons>
        <Button component={Link} to={href('/orders')} variant="default" reloadDocument={standalone}>
          Go to Orders
        </Button>
        <Button component={Link} to={href('/')} variant={retry ? 'default' : 'filled'} reloadDocument={standalone}>
          Go to Home
        </Button>
        {retry && <Button onClick={() => window.location.reload()}>Try again</Button>}
      </FormButtons>
    </Stack>
  );
}

type Explanation = { title: string; advice: string; retry?: true };

const explanations: Record<number, Explanation | undefined> = {
  403: { title: 'You have no access to this page', advice: 'Your role does not include this page. An account admin can change that.' },
  404: { title: 'There is nothing here', advice: 'The page was moved, the record was deleted, or it belongs to another account.' },
  429: { title: 'Too many requests', advice: 'Wait a minute, then try again.', retry: true },
  503: { title: 'Crossdock is not ready', advice: 'It is starting, or waits for its database. Try again in a few seconds.', retry: true },
};

const failed: Explanation = {
  title: 'This page failed',
  advice: 'Something went wrong on our side. Nothing you did is lost. Try again; if it stays, tell support the address below and the time.',
  retry: true,
};

const unanswered: Explanation = { title: 'Crossdock cannot be reached', advice: 'Check your connection, then try again.', retry: true };

/** What browsers throw when there is no reply: "Failed to fetch", "NetworkError when …", "Load failed". */
const isUnanswered = (error: unknown) => error instanceof TypeError && /fetch|networkerror|load failed/i.test(error.message);

/** The server's sentence, if there is one. */
function messageOf(error: unknown): string | undefined {
  const body: unknown = isRouteErrorResponse(error) ? error.data : null;
  return body && typeof body === 'object' && 'errorMessage' in body ? String(body.errorMessage) : undefined;
}
