import { useState } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs } from 'react-router';
import { page } from '../../../platform/http/page.ts';
import { allRemedies } from '../../entities/remedies.ts';
import { ConfirmIdentity } from '../../people/accounts/confirming/confirm-identity.tsx';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import { MessageBars } from '../../people/portal-messages/message-bars.tsx';
import { Remedies } from '../../shared/issues/remedy/remedy.ts';
import { showError } from '../../ui/alerts/alerts.ts';
import { usePageLinks } from '../../ui/buttons/page-link.tsx';
import { ErrorPage } from '../../ui/error-page.tsx';
import { AccountClock } from '../../ui/time/clock.tsx';
import type { Route } from './+types/layout.ts';
import { ActingAsBand } from './bands/acting-as-band.tsx';
import { FreshnessBand } from './bands/freshness-band.tsx';
import { StoppedBand } from './bands/stopped-band.tsx';
import { Header } from './header/header.tsx';
import { KeyboardHelp } from './keyboard/keyboard-help.tsx';
import classes from './layout.module.css';
import { useFocusOnNavigation } from './navigation/focus-on-navigation.ts';
import { Navigation } from './navigation/navigation.tsx';
import { NavigationDrawer } from './navigation/navigation-drawer.tsx';
import { useFetchAhead } from './navigation/use-fetch-ahead.ts';
import { useKeptFocus } from './navigation/use-kept-focus.ts';
import { loadShell, type ShellData } from './shell-data.ts';
import { useStayWhenOffline } from './stay-when-offline.ts';
import { useShell } from './use-shell.ts';

export const loader = page('signed_in', loadShell);

/** Filters, sorting and paging do not change the shell. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname || (currentUrl.search === nextUrl.search && defaultShouldRevalidate);

export default function Shell({ loaderData }: Route.ComponentProps) {
  return (
    <Frame loaded={loaderData}>
      <Outlet />
    </Frame>
  );
}

/** Shows a page's error inside the shell, so that the navigation stays available. */
export function ErrorBoundary({ loaderData }: Route.ErrorBoundaryProps) {
  return loaderData ? (
    <Frame loaded={loaderData}>
      <ErrorPage />
    </Frame>
  ) : (
    <ErrorPage standalone />
  );
}

function Frame({ loaded, children }: { loaded: ShellData; children: React.ReactNode }) {
  const shell = useShell(loaded);
  const [folded, setFolded] = useState(shell.folded);
  const [drawer, setDrawer] = useState(false);
  useFocusOnNavigation();
  useKeptFocus();
  useStayWhenOffline();
  usePageLinks();
  useFetchAhead(shell.session.role);
  const fold = () => {
    setFolded(!folded);
    rememberFold(!folded);
  };
  return (
    <Remedies value={allRemedies}>
      <AccountClock now={shell.now} timezone={shell.session.timezone} dateStyle={shell.session.dateStyle}>
        {/* Nothing is drawn before all of it is there: what stands at an edge would move when the piece beside it comes. */}
        <link rel="expect" href="#main" blocking="render" />
        <a href="#main" className={classes.skip}>
          Skip to content
        </a>
        <div className={classes.shell} data-folded={folded || undefined}>
          <Navigation shell={shell} folded={folded} onFold={fold} />
          <div className={classes.page}>
            {shell.session.actingAs && <ActingAsBand accountName={shell.session.accountName} />}
            <FreshnessBand />
            <StoppedBand stopped={shell.stopped} mayDecide={mayDo(shell.session.role, 'portal')} />
            <Header shell={shell} onMenu={() => setDrawer(true)} />
            <MessageBars messages={shell.messages} />
            <main id="main" data-above-alerts className={classes.main} tabIndex={-1}>
              {children}
            </main>
          </div>
        </div>
        <NavigationDrawer shell={shell} open={drawer} onClose={() => setDrawer(false)} />
        <KeyboardHelp />
        <ConfirmIdentity />
      </AccountClock>
    </Remedies>
  );
}

const year = 365 * 86_400_000;

/** Stored in a cookie, so that the server renders it as it was left. Plain http has no cookie store: there it is not remembered. */
function rememberFold(folded: boolean): void {
  globalThis.cookieStore
    ?.set({ name: 'nav', value: folded ? 'folded' : 'open', expires: Date.now() + year, sameSite: 'lax' })
    .catch(showError);
}
