import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { overview, tableIn } from './capabilities/table.ts';
import { root } from './stop.mjs';

/** `npm run connectors`: writes what each connector can do into docs/connectors/README.md, from the connectors themselves. */
const file = join(root, 'docs/connectors/README.md');
await writeFile(file, tableIn(await readFile(file, 'utf8'), overview()));
