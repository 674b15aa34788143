import { expect, test } from 'vitest';
import { rendered } from '../../../../../test/rendered.tsx';
import type { ShownImport } from '../shown-import.ts';
import { MendedFile } from './mended-file.tsx';

const shown = { id: 1, entity: { number: 4 }, connection: null, state: 'applied', discarded_at: null } as never as ShownImport;

test('the wrong rows of a file can be sent again once they are mended; those of a listing report cannot', () => {
  expect(rendered(<MendedFile shown={{ ...shown, listing_report_by: null }} />)).toContain('Mended the wrong rows?');
  expect(rendered(<MendedFile shown={{ ...shown, listing_report_by: 'seller-sku' }} />)).not.toContain('Mended');
});
