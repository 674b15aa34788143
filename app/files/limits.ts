/** The largest picture and the largest file of another kind that a person may upload, in bytes. */
export const largestImage = 5 * 1024 * 1024;
export const largestDocument = 20 * 1024 * 1024;

export const imageTooLarge = 'This image is larger than 5 MB. Choose a smaller one.';
export const documentTooLarge = 'This file is larger than 20 MB. Choose a smaller one.';
export const notAnImage = 'This is not an image that we take. Choose a PNG, JPEG, WebP or GIF.';
export const notAFile = 'This kind of file is not taken here. Choose a picture, a PDF, a spreadsheet, a document, a ZIP or a text.';
export const emptyFile = 'This file is empty.';

/** How much the people of an account may upload in all, in bytes. */
export const quotaBytes = 2 * 1024 ** 3;
