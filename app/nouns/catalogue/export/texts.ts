/** What the specification says about files of items. Browser-safe. */
export const itemsExportTexts = {
  working: 'Please, wait while an export file is being created...',
  ready: 'Generated file is ready for download',
  link: 'Download generated CSV File',
  notProcessed: 'Sorry, there was an error processing your request',
  none: (entity: string) => `There are no items to export in ${entity}`,
  notCreated: 'There was an error creating download file.  Please try again later',
  other: 'There was an error processing your request.  Please try again later',
  productsFailed: 'There was an error exporting products',
  placeholder: 'Please select items to export',
  firstCategory: '--- Select Category ---',
  noOptions: 'Sorry, no matching options.',
} as const;
