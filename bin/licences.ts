import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesText, productionPackages } from './licences/production.ts';
import { root } from './stop.mjs';

/** `npm run licences`: writes docs/licences.md. */
writeFileSync(join(root, 'docs/licences.md'), licencesText(productionPackages()));
