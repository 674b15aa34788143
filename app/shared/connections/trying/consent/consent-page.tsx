import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { href, Link, useLocation, useNavigate } from 'react-router';
import { CallError, call } from '../../../../../platform/call.ts';
import { found, page } from '../../../../../platform/http/page.ts';
import { flashMs, showAlert } from '../../../../ui/alerts/alerts.ts';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { PageHeader } from '../../../../ui/blocks/page-header.tsx';
import { Skeleton } from '../../../../ui/blocks/skeleton.tsx';
import { errorMessage } from '../../../../ui/words/error-message.ts';
import { available } from '../available.ts';
import type { Route } from './+types/consent-page.ts';
import { finishConsentCall, type Unfinished } from './contract.ts';

export const loader = page('connect', async ({ params }) => {
  const { name, label } = found(available.find(({ name, consent }) => name === params.connector && consent));
  return { name, label };
});

/** Where a vendor sends people back to: finishes what they agreed to there and leads to the connection, or says why it came to nothing. */
export default function ConsentPage({ loaderData: { name, label } }: Route.ComponentProps) {
  const failure = useFinish(name);
  const { entered, connection } = ((failure instanceof CallError && failure.body) || {}) as Unfinished;
  const again = connection
    ? { to: `${href('/settings/connectors/:name', { name: connection })}?edit`, verb: 'Back to the connection' }
    : { to: `${href('/settings/connectors')}?connect=${name}`, verb: `Connect ${label} again` };
  return (
    <>
      <PageHeader back={{ to: href('/settings/connectors'), label: 'Connections' }} title={titleOf(label, failure, connection)} />
      {failure === null ? (
        <Skeleton rows={3} label={`Connecting ${label}`} />
      ) : (
        <Stack>
          <Notice
            tone="danger"
            actions={
              <Link to={again.to} state={{ entered }}>
                {again.verb}
              </Link>
            }
          >
            {errorMessage(failure)}
          </Notice>
        </Stack>
      )}
    </>
  );
}

function titleOf(label: string, failure: unknown, connection: Unfinished['connection']): string {
  if (failure === null) return label;
  return connection ? `${label} is not connected again` : `${label} is not connected`;
}

/** Finishes the consent once. Returns why it failed, once it did. */
function useFinish(connector: string): unknown {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<unknown>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    call(finishConsentCall, { params: { connector }, body: { query: search.slice(1) } }).then(async ({ message, slug }) => {
      showAlert('success', message, flashMs);
      // Back leads to where the person was before, not to a code that is used up.
      await navigate(href('/settings/connectors/:name', { name: slug }), { replace: true });
    }, setFailure);
  }, [connector, search, navigate]);
  return failure;
}
