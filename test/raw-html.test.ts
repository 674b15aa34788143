import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Where HTML is put into a page as it is. Each cleans it, and has a test that says so: docs/security.md names it. */
const allowed = ['app/shared/support/widgets/conversation.tsx'];

test('raw HTML is put into a page nowhere but where it was cleaned', () => {
  const found: string[] = [];
  for (const path of globSync('{app,platform}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|e2e)\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    if (/dangerouslySetInnerHTML|\.innerHTML\s*=|insertAdjacentHTML|document\.write/.test(text)) found.push(path);
  }
  expect(found).toEqual(allowed);
});
