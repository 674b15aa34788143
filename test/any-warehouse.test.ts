import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** The demo, of which pictures are taken, ships from Amware; tests may. */
const apart = /^app\/screens\/demo\/|^bin\/pictures\/|\/demo-secrets\.ts$|\.(test|e2e)\.tsx?$/;
/** Fields and addresses of the specification's calls, and what is called after them. */
const names =
  /\b(in_?|source_)?amware_?(code|codes|location|shipping|fields|ref_num|reference_sku|date_formatted)\b|\binAmware\b|\bin_amware\b|\/amware(-presets|\/warehouse-locations)/gi;
/** Texts of the specification's screens. */
const texts = /Amware (Item|SKU|field|locations|products)\b/g;

test('nothing takes Amware for the warehouse but the texts and names of the specification', () => {
  const files = ['app', 'platform', 'bin'].flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,css,mjs,html}`, { cwd: root }));
  expect(files.length).toBeGreaterThan(1_000);
  const found = files
    .filter((file) => !apart.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, at) => (/amware/i.test(line.replace(names, '').replace(texts, '')) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});
