import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../../app/routes.ts';
import { root } from '../stop.mjs';
import { isOf } from './screen.ts';
import { screens } from './screens.ts';
import { pagesWithoutPicture, withoutPicture } from './without-picture.ts';

/** The addresses of pages below a route; what is only read by pages has no components. */
const pagesOf = ({ path, file, index, children = [] }: RouteConfigEntry, above = ''): string[] => {
  const here = path ? `${above}/${path}` : above;
  if (children.length > 0) return children.flatMap((child) => pagesOf(child, here));
  return index || file.endsWith('.tsx') ? [here || '/'] : [];
};
const pages = routes.flatMap((route) => pagesOf(route));

test('every page of the product has its picture', () => {
  const shown = (page: string) =>
    page.endsWith('*')
      ? screens.some((screen) => !pages.some((other) => isOf(other, screen.page)))
      : screens.some((screen) => screen.page === page || isOf(page, screen.page));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((page) => !shown(page))).toEqual(Object.keys(pagesWithoutPicture));
});

test('every dialog of the product has its picture, or a reason why a demo has none', () => {
  const opening =
    /from '[./]*(?:ui\/dialog|dialog)\/(?:dialog|open-dialog|confirm-dialog|with-question|delete-button|anchored-panel)\.tsx'/;
  const files = globSync('**/*.tsx', { cwd: join(root, 'app') })
    .filter((file) => !file.startsWith('ui/dialog/') && !file.endsWith('.test.tsx'))
    .filter((file) =>
      readFileSync(join(root, 'app', file), 'utf8')
        .split('\n')
        .some((line) => opening.test(line) && !/import type/.test(line)),
    );
  const shown = new Set(screens.flatMap(({ dialogs }) => dialogs));
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((file) => !shown.has(file) && !(file in withoutPicture)).toSorted()).toEqual([]);
  // Nor one that is no longer there, or has both.
  expect([...shown, ...Object.keys(withoutPicture)].filter((file) => !files.includes(file))).toEqual([]);
  expect(Object.keys(withoutPicture).filter((file) => shown.has(file))).toEqual([]);
});

test('no two screens are told apart by nothing', () => {
  expect(new Set(screens.map(({ name }) => name)).size).toBe(screens.length);
});
