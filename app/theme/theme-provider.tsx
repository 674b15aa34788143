import { localStorageColorSchemeManager, MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import { theme } from './theme.ts';

const manager = localStorageColorSchemeManager();
const getRootElement = () => document.documentElement;

/**
 * The theme for all components: `MantineProvider` without what writes its variables into a page, 5 kB that every first page would load.
 * Ours are in variables.css.
 */
export function ThemeProvider({ nonce, children }: { nonce: string | undefined; children: React.ReactNode }) {
  const scheme = useProviderColorScheme({ manager, defaultColorScheme: 'auto', getRootElement, forceColorScheme: undefined });
  return (
    <MantineContext value={{ ...scheme, ...fixed, getStyleNonce: () => nonce ?? '' }}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

const fixed = { getRootElement, classNamesPrefix: 'mantine', cssVariablesSelector: ':root', withStaticClasses: true };
