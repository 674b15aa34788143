import type { Files } from '../../../platform/files.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { startImport } from '../import-export/imports/commands.ts';
import { entityNamed } from '../import-export/imports/entities.ts';
import { knownTable } from '../import-export/imports/files/mapping.ts';
import { storeTable } from '../import-export/imports/files/receive.ts';

/** As a supplier sends it: semicolons, and mistakes that spreadsheets make. */
const file = `SKU;Name;Category;Unit;Weight;Reorder point
BOX-KRAFT-S;Kraft box 15 × 10 × 8 cm;Boxes;box;0.08;900
BOX-KRAFT-L;Kraft box 30 × 20 × 15 cm;Boxes;box;0,21;600
BOX-KRAFT-XL;Kraft box 40 × 30 × 20 cm;Boxes;box;0.34;200
TAPE-PAPER;Paper tape, 50 m;Tape;roll;0.4;80
1.23E+12;Bubble wrap, 100 m;Wrapping;roll;2.1;10
TISSUE-IVORY;Tissue paper, ivory;Wrapping;sheet;0.01;4000
`;

/** An import of raw materials that waits to be looked at: good rows, wrong ones, and one that changes nothing. */
export async function addDemoImport(tenant: Tenant, files: Files): Promise<void> {
  const entity = entityNamed('raw_materials');
  const table = await storeTable(
    files,
    tenant.accountId,
    Object.assign(content(), { fileName: 'supplier-november.csv' }),
    knownTable(entity),
  );
  if ('refused' in table) throw new Error('The demo file has no table.');
  await startImport(tenant, files, entity, table, false);
}

async function* content(): AsyncGenerator<Buffer> {
  yield Buffer.from(file);
}
