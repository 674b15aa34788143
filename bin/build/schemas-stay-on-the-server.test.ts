import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { withoutSchemas } from './schemas-stay-on-the-server.ts';

const inTheBrowser = (code: string) => withoutSchemas(code, parseAst(code, { lang: 'ts' }));

test('an endpoint is its method and path, and may be left out where nothing calls it', () => {
  const code = `export const listCall = endpoint({ method: 'GET', path: '/api/orders', may: 'work', query: filter, replies: { 200: rows } });`;
  expect(inTheBrowser(code)).toBe(`export const listCall = /* @__PURE__ */ endpoint({ method: 'GET', path: '/api/orders' });`);
});

test('a schema is nothing, with all that its chain holds', () => {
  const code = `import { z } from 'zod';\nconst row = z.object({ id: z.number(), note: text(80).optional() }).strict();\nconst all = row.pick({ id: true });`;
  expect(inTheBrowser(code)).toBe(`import { z } from 'zod';\nconst row = z;\nconst all = row.pick({ id: true });`);
});

test('what only schemas needed is not imported, and the rest is as it was', () => {
  const code = [
    `import './styles.css';`,
    `import { z } from 'zod';`,
    `import { states } from './states.ts';`,
    `import { label } from './label.ts';`,
    `export type State = z.output<typeof state>;`,
    `const state = z.enum(states);`,
    `export const title = (at: State) => label(at).size(z2.size);`,
  ].join('\n');
  expect(inTheBrowser(code).split('\n')).toEqual([
    `import './styles.css';`,
    `import { z } from 'zod';`,
    '',
    `import { label } from './label.ts';`,
    `export type State = z.output<typeof state>;`,
    'const state = z;',
    `export const title = (at: State) => label(at).size(z2.size);`,
  ]);
});
