import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A participle alone does not say what it holds: `orderIds`, not `asked`. */
const declared = /\b(?:const|let|function) (?:\[\s*)?(?:asked|told|said|made|wanted|known|shown)\b/;

test('no value and no function is called by a participle alone', () => {
  const found: string[] = [];
  for (const path of globSync('{app,platform,connectors,sandbox,bin,bench}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(?:test|e2e)\.tsx?$/.test(path)) continue;
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    found.push(...lines.flatMap((line, at) => (declared.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])));
  }
  expect(found).toEqual([]);
});
