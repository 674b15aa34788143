import type { Graph } from './boundaries/graph.ts';

/** A text of the product that a person may read, and the file it stands in. */
export type ScreenText = { path: string; text: string };

/** The words, sentences and labels in the sources of the product: texts of JSX, and literals that are no code, address or statement. */
export function screenTexts(graph: Graph): ScreenText[] {
  return [...graph.values()]
    .filter(({ path }) => /^(app|connectors)\//.test(path) && !/\.(test|e2e)\.tsx?$|^app\/screens\/demo\/|contract-suite/.test(path))
    .flatMap(({ path, text }) => textsIn(text).map((found) => ({ path, text: found })));
}

const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|[>}]([^<>{}=`]*[A-Za-z][^<>{}=`]*)(?=[<{])/g;

function textsIn(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/^import [\s\S]*?;$|^export .* from .*;$/gm, '')
    // What a call is for is said in the documents of the API.
    .replaceAll(/^\s*summary:.*$/gm, '');
  return [...code.matchAll(literal)]
    .map(([, ...found]) =>
      (found.find((each) => each !== undefined) ?? '')
        .replaceAll(/\$\{[^}]*\}/g, '…')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => /[a-z] |^[A-Z][a-z]+$/.test(text) && !isCode.test(text));
}

/** SQL, markup, types and expressions. */
const isCode =
  /=>|&&|\b(for|if) \(|\bSELECT\b|[={}|]|;(?! [a-z“])|, \w+: |\bawait\b|\n|\b(select|insert into|update|delete from|order by|group by|where|from unnest|from json_to|is not null|is null)\b|\bfunction\b|Promise|\) as |^\W*[a-z][\w.]*\(/;
