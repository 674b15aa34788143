import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../stop.mjs';

export type LockedPackage = { name: string; version: string; licence: string };

type Entry = { version: string; license?: string; dev?: true; optional?: true; devOptional?: true };

/** What `npm ci --omit=dev --omit=optional` installs, by the lock file, in order of name and version. */
export function productionPackages(): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Entry> };
  const used = Object.entries(packages).filter(([path, { dev, optional, devOptional }]) => path && !dev && !optional && !devOptional);
  const named = used.map(([path, { version, license = 'unknown' }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
    licence: license,
  }));
  const once = new Map(named.map((each) => [`${each.name} ${each.version}`, each]));
  return [...once.values()].sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}

/** The text of docs/licences.md. */
export function licencesText(packages: LockedPackage[]): string {
  const counts = Map.groupBy(packages, ({ licence }) => licence);
  const summary = [...counts].sort(([, a], [, b]) => b.length - a.length).map(([licence, those]) => `${licence} ${those.length}`);
  return `# Licences

Crossdock is under the MIT licence. In production it runs with the ${packages.length} packages below. \`npm run licences\` writes this page from the lock
file, and a test fails while they differ. Data and fonts keep their licence beside them.

By licence: ${summary.join(', ')}.

| package | version | licence |
|---|---|---|
${packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`).join('\n')}
`;
}
