/** A row as spreadsheets and our own imports read it: nothing in it is taken for a formula. Reading it takes the apostrophes off again. */
export const csvLine = (cells: readonly string[]): string => `${cells.map((cell) => quoted(formulaSafe(cell))).join(',')}\r\n`;

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** As the database's function of this name. */
function formulaSafe(cell: string): string {
  return /^-\d+(?:\.\d+)?$/.test(cell) ? cell : cell.replaceAll(beforeFormula, "$1'$2");
}

const beforeFormula = /(^|;)(['"]*[=+\-@\t\r\n＝＋－＠])/g;

/** Without the apostrophe that our files have before what a spreadsheet would calculate. */
export const withoutGuard = (text: string) => (text.includes("'") ? text.replaceAll(guard, '$1$2') : text);
const guard = /(^|;)'(['"]*[=+\-@\t\r\n＝＋－＠])/g;
