import type { Cell, ImportColumn } from '../../../../shared/imports/entity.ts';

/** Without the apostrophe that our exports put before what a spreadsheet would calculate: formula_safe of the database. */
export const withoutGuard = (text: string) => (text.includes("'") ? text.replaceAll(guard, '$1$2') : text);
const guard = /(^|;)'(['"]*[=+\-@\t\r\n＝＋－＠])/g;

/** Reads a cell: spaces around it are none of its value, and what a program has damaged is refused. */
export function readCell(raw: string, read: ImportColumn['read'], isDamaged: boolean): Cell {
  const text = withoutGuard(raw).trim();
  if (text === '') return '';
  if (text.includes('\u0000')) return { problem: 'has a character that cannot be stored (NUL)', expected: text.replaceAll('\u0000', '') };
  if (isDamaged && text.includes('\ufffd'))
    return { problem: 'has bytes that are not of the file’s encoding', expected: 'the file saved again as UTF-8' };
  if (spreadsheetError.test(text)) return { problem: 'is an error of a spreadsheet', expected: 'the value that was meant' };
  return read(text);
}

const spreadsheetError = /^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;
