import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import '../../app/engine/gauges/instruments.ts';
import { promtool, promtoolIsHere } from '../../test/promtool.ts';
import { registry } from './registry.ts';

const folder = join(import.meta.dirname, '../../docs/monitoring');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const own = registry
  .getMetricsAsArray()
  .map(({ name }) => name)
  .filter((name) => name.startsWith('crossdock_'));
const usual = new Registry();
collectDefaultMetrics({ register: usual });
const known = new Set([...own, ...usual.getMetricsAsArray().map(({ name }) => name)]);
const namedIn = (text: string) =>
  [...text.matchAll(/\b(?:crossdock|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''));

test.each(['alerts.yaml', 'dashboard.json'])('%s names metrics that there are', (name) => {
  const named = namedIn(read(name));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((one) => !known.has(one))).toEqual([]);
});

test('each metric of ours is explained, and each alert has what to do', () => {
  const text = read('README.md');
  expect(own.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect([alerts.length > 5, alerts.filter((name) => !text.includes(`| ${name} |`))]).toEqual([true, []]);
});

test.skipIf(!promtoolIsHere)('promtool finds no error in the rules', () => {
  expect(execFileSync(promtool, ['check', 'rules', join(folder, 'alerts.yaml')], { encoding: 'utf8' })).toContain('SUCCESS');
});
