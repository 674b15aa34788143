import { href, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { found, page } from '../../../../platform/http/page.ts';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { Tabs } from '../../../ui/list/tabs.tsx';
import { loggedConnection } from '../queries.ts';
import { entityIn, logKinds } from '../widgets/logs/log-kinds.ts';
import { LogViewer } from '../widgets/logs/log-viewer.tsx';
import type { Route } from './+types/logs-page.ts';

const ExchangeDialog = lazily(() => import('../widgets/logs/exchange-dialog.tsx'));

export const loader = page('work', async ({ tenant, params }) => {
  return found(await loggedConnection(tenant, params.name ?? ''));
});

/** The widget handles filters and opened entries. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname;

/** The exchanges with one outside system. `?entity=` filters by kind of record, `?open=` shows one exchange. */
export default function LogsPage({ loaderData: { id, slug, name, connected, newest } }: Route.ComponentProps) {
  const [params, setParams] = useSearchParams();
  const entity = entityIn(params);
  const open = Number(params.get('open'));
  const close = () =>
    setParams(
      (now) => {
        now.delete('open');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <PageHeader
        back={
          connected
            ? { to: href('/settings/connectors/:name', { name: slug }), label: name }
            : { to: href('/settings/connectors'), label: 'Connections' }
        }
        title={`Log of ${name}`}
      />
      {!connected && <Notice>{name} is disconnected: nothing is added to this log. Its entries are deleted as they grow old.</Notice>}
      <Tabs
        tabs={logKinds.map((kind) => ({
          label: kind.label,
          to: kind.id === 0 ? '?' : `?entity=${kind.id}`,
          selected: kind.id === entity,
        }))}
      />
      <LogViewer key={entity} connectionId={id} entity={entity} from={newest} />
      {open > 0 && <ExchangeDialog connectionId={id} entity={entity} id={open} onClose={close} />}
    </>
  );
}
