import type { Graph } from './graph.ts';

/**
 * Primary buttons that stand elsewhere than last in `FormButtons` or `DialogButtons`, at the right of their form or dialog. As wide as
 * the form, small beside what they are about, or the whole of a widget that somebody else places, they may.
 */
export function misplacedPrimaries(graph: Graph): string[] {
  return [...graph.values()]
    .filter(({ path }) => path.startsWith('app/') && path.endsWith('.tsx') && !/\.test\.tsx$/.test(path))
    .flatMap(({ path, text }) => [
      ...[...text.matchAll(primary)]
        .filter(([, attributes = '']) => !attributes.includes(' variant='))
        .map(([found]) => `${path}: ${lineOf(found)}`),
      ...(path === pattern
        ? []
        : [...text.matchAll(/<Group[^>]*justify="flex-end"/g)].map(() => `${path} makes a row of buttons of its own`)),
    ]);
}

const pattern = 'app/ui/buttons/form-buttons.tsx';

const primary =
  /(?<!return \(\s*)(?:<SubmitButton\b(?![^<]*?\s(?:fullWidth|size="(?:compact-)?xs"))((?:[^<>]|=>)*)>|<Button\b(?=[^<]*?type="submit")((?:[^<>]|=>)*)>)(?:[^<]|<(?!\/(?:SubmitButton|Button)>))*<\/(?:SubmitButton|Button)>(?!\s*\}?\s*<\/(?:DialogButtons|FormButtons)>)/g;

const lineOf = (found: string) => found.replaceAll(/\s+/g, ' ').slice(0, 80);
