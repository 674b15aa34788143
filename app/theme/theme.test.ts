import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { cssVariables, theme } from './theme.ts';

/** Mantine would compute these at every render; `vitest -u` writes them when the theme changes. */
test('variables.css says what the theme says', async () => {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const [plain, ofTheme, ours] = [defaultCssVariablesResolver(DEFAULT_THEME), defaultCssVariablesResolver(merged), cssVariables(merged)];
  const kinds = ['variables', 'light', 'dark'] as const;
  const blocks = kinds.map((kind) => {
    const changed = Object.entries(ofTheme[kind]).filter(
      ([name, value]) => (plain[kind] as Record<string, string>)[name] !== value && !(name in ours.variables),
    );
    return block(selectors[kind], [...changed, ...Object.entries(ours[kind])]);
  });
  await expect(blocks.join('\n')).toMatchFileSnapshot('./variables.css');
});

const selectors = {
  variables: [':root'],
  light: [":root[data-mantine-color-scheme='light']"],
  dark: [":root[data-mantine-color-scheme='dark']"],
};

const block = (selector: string[], entries: [string, string][]) =>
  `${selector.join(',\n')} {\n${entries.map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`;
