import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { Graph } from './graph.ts';

/**
 * Components of Mantine that are used without their stylesheet: those that are not in the theme's are imported where they are used.
 * Without them nothing fails; it only looks like a page of the browser's own.
 */
export function unstyledComponents(graph: Graph, theme: string): string[] {
  const known = new Set(globSync('node_modules/@mantine/core/styles/*.layer.css').map((path) => basename(path, '.layer.css')));
  const everywhere = sheetsIn(theme);
  return [...graph.values()]
    .filter(({ path }) => path.startsWith('app/') && path.endsWith('.tsx'))
    .flatMap(({ path, text }) => {
      const own = sheetsIn(text);
      const lacking = componentsIn(text)
        .flatMap((component) => madeOf[component] ?? [component])
        .filter((sheet) => known.has(sheet) && !everywhere.has(sheet) && !own.has(sheet));
      return [...new Set(lacking)].map((sheet) => `${path} lacks ${sheet}`);
    });
}

const madeOf: Record<string, string[]> = { MultiSelect: ['Pill', 'PillsInput'], TagsInput: ['Pill', 'PillsInput'] };

const sheetsIn = (text: string) => new Set([...text.matchAll(/styles\/(\w+)\.layer\.css/g)].map(([, name = '']) => name));
const componentsIn = (text: string) =>
  [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
