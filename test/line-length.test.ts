import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** As the formatter has it, which breaks neither comments nor what stands in a template. */
const longest = 140;
const held = '{connectors,platform,app}/**/*.{ts,tsx}';

/** What may be longer than a line: a sentence, a title, an address, a pattern. What a statement says may not. */
const texts = ['Literal', 'TemplateLiteral', 'JSXText'];

type Span = { start: number; end: number };

test('no statement and no comment has lines that are longer than the formatter allows', async () => {
  const long: string[] = [];
  for await (const path of glob(held, { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8');
    const lines = linesIn(text).filter(({ start, end }) => end - start > longest);
    if (lines.length === 0) continue;
    const spans = [...textsIn(parseSync(path, text).program)];
    for (const { start, end } of lines)
      if (!spans.some((span) => span.start < end && span.end > start)) long.push(`${path}:${text.slice(0, start).split('\n').length}`);
  }
  expect(long).toEqual([]);
});

function* textsIn(node: unknown): Generator<Span> {
  if (typeof node !== 'object' || node === null) return;
  const { type, tag, start, end } = node as Span & { type?: string; tag?: { name?: string } };
  if (type === 'TaggedTemplateExpression' && tag?.name === 'sql') return;
  if (type !== undefined && texts.includes(type) && end - start > longest / 3) yield { start, end };
  for (const part of Object.values(node)) yield* textsIn(part);
}

function linesIn(text: string): Span[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const start = at;
    at += line.length + 1;
    return { start, end: start + line.length };
  });
}
