/** What the specification says to the person who imports. Browser-safe. */
export const importTexts = {
  wrongType: 'File type is wrong.  Please upload CSV file.',
  wrongFormat: 'Your file has invalid format.  Please reformat your file and try again later.',
  failed: 'There was an error importing items.  Please try again later',
  killed:
    'Nothing of it was done: it was begun five times, and the process that did it ended each time. Split the file, and import its parts.',
  undoKilled:
    'It was not undone: that was begun five times, and the process that did it ended each time. Ask whoever runs this server for more memory.',
  noLastImport: 'There is no data available about your last import',
  tooLarge: 'This file is larger than 200 MB. Split it.',
  noRoom:
    'Your account has no room for the rows of this file. Cancel imports that wait, delete files that nobody needs any more, or split it.',
  noFile: 'Choose a CSV file.',
  whichChannel: 'Choose the channel that these links are of.',
} as const;
