import './theme/mantine.css';
import './theme/variables.css';
import './theme/tokens.css';
import './theme/fonts.css';
import './theme/base.css';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core';
import { useEffect } from 'react';
import { Links, type LinksFunction, Meta, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { forgetEarlyClick, noteEarlyClick, pressEarlyClick } from './screens/shell/early-click.ts';
import icon from './screens/shell/icon.svg?no-inline';
import { keepWhatIsShown, rememberShown } from './screens/shell/keep-what-is-shown.ts';
import { NavigationLine } from './screens/shell/navigation/navigation-line.tsx';
import { useNonce } from './screens/shell/nonce.ts';
import { ThemeProvider } from './theme/theme-provider.tsx';
import { AlertBar } from './ui/alerts/alert-bar.tsx';
import { ErrorPage } from './ui/error-page.tsx';
import { QueriesProvider } from './ui/hooks/queries.tsx';
import { useHydrated } from './ui/hooks/use-hydrated.ts';
import { useScrollbarWidth } from './ui/hooks/use-scrollbar-width.ts';
import { StatusSprite } from './ui/status/status-sprite.tsx';
import { rememberZone } from './ui/time/own-zone.ts';

export const links: LinksFunction = () => [
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
];

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en" {...mantineHtmlProps} data-respect-reduced-motion data-hydrated={useHydrated() || undefined}>
      <head>
        <meta charSet="utf-8" />
        {/* Vite puts this nonce on the styles that it adds. */}
        <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f6f8f9" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c0f11" media="(prefers-color-scheme: dark)" />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" suppressHydrationWarning />
        <script nonce={nonce} suppressHydrationWarning>
          {noteEarlyClick}
        </script>
        <Meta />
        <Links />
      </head>
      <body onClickCapture={forgetEarlyClick}>
        <Providers nonce={nonce}>{children}</Providers>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export const clientMiddleware = [keepWhatIsShown];

export default function App() {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  useEffect(() => rememberShown(pathname + search, matches), [pathname, search, matches]);
  useEffect(() => void rememberZone(), []);
  useScrollbarWidth();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) pressEarlyClick();
  }, [isHydrated]);
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage standalone />;
}

function Providers({ nonce, children }: { nonce: string | undefined; children: React.ReactNode }) {
  return (
    <ThemeProvider nonce={nonce}>
      <QueriesProvider>
        <StatusSprite />
        <NavigationLine />
        {children}
        <AlertBar />
      </QueriesProvider>
    </ThemeProvider>
  );
}
