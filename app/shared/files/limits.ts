/** The largest picture and the largest file of another kind that a person may upload, in bytes. */
export const largestImage = 5 * 1024 * 1024;
export const largestDocument = 20 * 1024 * 1024;

export const imageTooLarge = 'This image is larger than 5 MB. Choose a smaller one.';
export const documentTooLarge = 'This file is larger than 20 MB. Choose a smaller one.';
export const notAnImage = 'This is not an image that we take. Choose a PNG, JPEG, WebP or GIF.';
export const notAFile = 'This kind of file is not taken here. Choose a picture, a PDF, a spreadsheet, a document, a ZIP or a text.';
export const unreadablePicture = 'This picture cannot be read. Open it in an image program, save it anew, and upload that.';
/** The longer side of a stored picture, in pixels. */
export const longestSide = 2_000;
/** The same of a copy that is only shown beside a name. */
export const thumbnailSide = 256;
/** Of an uploaded picture, all frames of an animation together: more would fill the memory, however small the file. */
export const mostPixels = 25_000_000;
export const tooManyPixels = 'This picture has more than 25 megapixels. Save it smaller in an image program, and upload that.';
export const tooManyUploads = 'Your account is uploading many files just now. Try again in a few seconds.';
export const emptyFile = 'This file is empty.';

/** How much the people of an account may upload in all, in bytes. */
export const quotaBytes = 2 * 1024 ** 3;

/** What the database may keep of an account by which its imports can be undone, in bytes. */
export const undoBytes = 2 * 1024 ** 3;
