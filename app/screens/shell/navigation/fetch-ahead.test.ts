import { expect, test } from 'vitest';
import { isSparing, scriptsAhead } from './fetch-ahead.ts';

const shell = 'screens/shell/layout';
const routes = {
  root: { module: '/root.js' },
  [shell]: { parentId: 'root', module: '/layout.js' },
  orders: { parentId: shell, path: 'orders', module: '/orders.js' },
  connection: { parentId: shell, path: 'settings/connectors/:name', module: '/connection.js' },
  logs: { parentId: 'connection', path: 'logs', module: '/logs.js' },
  audit: { parentId: shell, path: 'settings/audit', module: '/audit.js' },
  accounts: { parentId: shell, path: 'settings/super/accounts/:id', module: '/accounts.js' },
  'sign-in': { parentId: 'root', path: 'sign-in', module: '/sign-in.js' },
};

const imports = { orders: ['/table.js'] };

const everyones = [['/table.js', '/orders.js'], ['/connection.js'], ['/logs.js']];

test.each([
  ['user', everyones],
  ['admin', [...everyones, ['/audit.js']]],
  ['super', [...everyones, ['/audit.js'], ['/accounts.js']]],
] as const)('the pages that a %s is offered are fetched ahead, with what they import', (role, expected) => {
  expect(scriptsAhead(role, routes, imports)).toEqual(expected);
});

test('a build without a shell has nothing to fetch', () => {
  expect(scriptsAhead('user', {}, {})).toEqual([]);
});

test.each([
  [undefined, false],
  [{}, false],
  [{ effectiveType: '4g', saveData: false }, false],
  [{ effectiveType: '4g', saveData: true }, true],
  [{ effectiveType: '3g' }, true],
  [{ effectiveType: 'slow-2g' }, true],
])('on a connection of %o, sparing is %s', (connection, expected) => {
  expect(isSparing(connection)).toBe(expected);
});
