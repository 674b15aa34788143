import { withoutGuard } from '../../../../../platform/csv-line.ts';
import type { Cell, ImportColumn } from '../../../../shared/imports/entity.ts';

/** Reads a cell: spaces around it are none of its value, and what a program has damaged is refused. */
export function readCell(raw: string, read: ImportColumn['read'], isDamaged: boolean): Cell {
  const text = withoutGuard(raw).trim();
  if (text === '') return '';
  if (text.includes('\u0000')) return { problem: { code: 'nul' }, expected: { code: 'value', value: text.replaceAll('\u0000', '') } };
  if (isDamaged && text.includes('\ufffd')) return { problem: { code: 'other_encoding' }, expected: { code: 'utf8' } };
  if (spreadsheetError.test(text)) return { problem: { code: 'spreadsheet_error' }, expected: { code: 'meant' } };
  return read(text);
}

const spreadsheetError = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;
