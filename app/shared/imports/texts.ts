import { wordImport } from '../../base/import-outcomes.ts';

/** What the specification says to the person who imports. Browser-safe. */
export const importTexts = {
  wrongType: 'File type is wrong.  Please upload CSV file.',
  wrongFormat: 'Your file has invalid format.  Please reformat your file and try again later.',
  failed: wordImport({ code: 'import_failed' }),
  noLastImport: 'There is no data available about your last import',
  tooLarge: 'This file is larger than 200 MB. Split it.',
  noFile: 'Choose a CSV file.',
  unsure: 'This file can be read in several ways. Choose the one that reads right: nothing is imported before that.',
  unknownColumns: 'Not all columns could be recognised by their headers. Choose where each is read from: nothing is imported before that.',
  whichChannel: 'Choose the channel that these links are of.',
} as const;
