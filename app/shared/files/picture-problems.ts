import { reasonsOf } from '../../../connectors/http/reasons.ts';
import { connectorReasons } from '../../../connectors/reasons.ts';
import { wordedBy } from '../../../platform/sentences.ts';
import { imageTooLarge, notAnImage, tooManyPixels, unreadablePicture } from './limits.ts';

const sentences = {
  'picture.too_large': () => imageTooLarge,
  'picture.no_image': () => notAnImage,
  'picture.unreadable': () => unreadablePicture,
  'picture.too_many_pixels': () => tooManyPixels,
  'picture.no_room': () => 'Your account has no room for it. Delete files that nobody needs, or cancel imports that wait.',
};

/** Makes a reason why a picture that somebody named by its address is not shown, beside those of the request for it. */
export const because = reasonsOf(sentences);
/** Words what a record keeps of it. */
export const wordPictureProblem = wordedBy({ ...connectorReasons, ...sentences });
